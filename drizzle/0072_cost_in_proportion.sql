CREATE TABLE `audit_days` (
	`org_id` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`rows` integer NOT NULL,
	`audit_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `notifications_type` ON `notifications` (`user_id`,`type`,("read_at" IS NULL),`id`);
--> statement-breakpoint
DROP VIEW IF EXISTS `byte_budgets`;
--> statement-breakpoint
CREATE VIEW `byte_budgets` AS
	SELECT o.owner, d.key, nullif(max(0, CAST(coalesce(
		(SELECT e.value FROM entitlement_overrides e WHERE e.org_id = o.owner AND e.key = d.key
			AND (e.expires_at IS NULL OR e.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
			AND e.value_type = 'integer' AND e.value GLOB '[-0-9]*' AND substr(e.value, 2) NOT GLOB '*[^0-9]*'
			AND length(e.value) - (e.value < '0') BETWEEN 1 AND 16
			AND CAST(e.value AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991),
		(SELECT p.value FROM subscriptions s JOIN plan_entitlements p ON p.plan_id = s.plan_id AND p.key = d.key
			WHERE s.org_id = o.owner AND s.status = 'active' AND s.current_period_start <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
			AND s.current_period_end > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
			AND p.value_type = 'integer' AND p.value GLOB '[-0-9]*' AND substr(p.value, 2) NOT GLOB '*[^0-9]*'
			AND length(p.value) - (p.value < '0') BETWEEN 1 AND 16
			AND CAST(p.value AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991),
		(SELECT c.value FROM config_entries c WHERE c.key = d.key
			AND c.value GLOB '[-0-9]*' AND substr(c.value, 2) NOT GLOB '*[^0-9]*'
			AND length(c.value) - (c.value < '0') BETWEEN 1 AND 16
			AND CAST(c.value AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991), d.bytes) AS INTEGER)), 0) AS bytes
	FROM (SELECT id AS owner FROM orgs UNION ALL SELECT 'platform') o
	CROSS JOIN (SELECT 'limit.undo_bytes' AS key, '50000000' AS bytes UNION ALL SELECT 'limit.revision_bytes', '20000000'
		UNION ALL SELECT 'limit.audit_rows_per_day', '5000' UNION ALL SELECT 'limit.trials_per_day', '500') d;
--> statement-breakpoint
CREATE TRIGGER `audit_days_spent` AFTER UPDATE ON `audit_days`
WHEN new.rows > (SELECT b.bytes FROM byte_budgets b WHERE b.owner = new.org_id AND b.key = 'limit.audit_rows_per_day')
AND NOT EXISTS (SELECT 1 FROM unconfirmed_changes u WHERE u.audit_id = new.audit_id AND u.status = 'pending') BEGIN
	UPDATE audit_logs SET before = NULL, after = NULL WHERE id = new.audit_id;
	DELETE FROM audit_states WHERE audit_id = new.audit_id;
	DELETE FROM undo_sizes WHERE owner = new.org_id AND audit_id = new.audit_id
	AND start = (SELECT max(s.start) FROM undo_sizes s WHERE s.owner = new.org_id);
END;
--> statement-breakpoint
CREATE TRIGGER `unconfirmed_changes_of_day` BEFORE INSERT ON `unconfirmed_changes`
WHEN (SELECT u.created_at FROM unconfirmed_changes u WHERE u.org_id = new.org_id ORDER BY u.id DESC LIMIT 1 OFFSET
	coalesce((SELECT b.bytes - 1 FROM byte_budgets b WHERE b.owner = new.org_id AND b.key = 'limit.trials_per_day'), 0))
	> strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') BEGIN
	SELECT RAISE(ABORT, 'unconfirmed_changes_of_day');
END;
