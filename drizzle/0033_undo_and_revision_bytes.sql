CREATE TABLE `undo_sizes` (
	`owner` text NOT NULL,
	`start` integer NOT NULL,
	`size` integer NOT NULL,
	`audit_id` text NOT NULL,
	PRIMARY KEY(`owner`, `start`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `configuration_revisions` ADD `start` integer;
--> statement-breakpoint
ALTER TABLE `configuration_revisions` ADD `size` integer;
--> statement-breakpoint
UPDATE configuration_revisions SET start = s.start, size = s.size FROM (
	SELECT owner, number, sum(bytes) OVER (PARTITION BY owner ORDER BY number) - bytes AS start, bytes AS size
	FROM (SELECT owner, number, length(document) + length(secret_ids) AS bytes FROM configuration_revisions)
) s WHERE s.owner = configuration_revisions.owner AND s.number = configuration_revisions.number;
--> statement-breakpoint
CREATE VIEW `byte_budgets` AS
	SELECT o.owner, d.key, nullif(max(0, CAST(coalesce(
		(SELECT e.value FROM entitlement_overrides e WHERE e.org_id = o.owner AND e.key = d.key
			AND (e.expires_at IS NULL OR e.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))),
		(SELECT p.value FROM subscriptions s JOIN plan_entitlements p ON p.plan_id = s.plan_id AND p.key = d.key
			WHERE s.org_id = o.owner AND s.status = 'active' AND s.current_period_start <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
			AND s.current_period_end > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
		(SELECT c.value FROM config_entries c WHERE c.key = d.key), d.bytes) AS INTEGER)), 0) AS bytes
	FROM (SELECT id AS owner FROM orgs UNION ALL SELECT 'platform') o
	CROSS JOIN (SELECT 'limit.undo_bytes' AS key, '50000000' AS bytes UNION ALL SELECT 'limit.revision_bytes', '20000000') d;
--> statement-breakpoint
CREATE TRIGGER `undo_sizes_fit` AFTER INSERT ON `undo_sizes`
WHEN new.start + new.size - (SELECT s.start FROM undo_sizes s WHERE s.owner = new.owner ORDER BY s.start LIMIT 1)
	> (SELECT b.bytes FROM byte_budgets b WHERE b.owner = new.owner AND b.key = 'limit.undo_bytes') BEGIN
	DELETE FROM audit_states WHERE audit_id IN (
		SELECT s.audit_id FROM undo_sizes s JOIN byte_budgets b ON b.owner = s.owner AND b.key = 'limit.undo_bytes' WHERE s.owner = new.owner
		AND s.start < new.start + new.size - b.bytes AND (s.audit_id = new.audit_id OR new.size <= b.bytes)
		AND s.audit_id NOT IN (SELECT u.audit_id FROM unconfirmed_changes u WHERE u.status = 'pending'));
	DELETE FROM undo_sizes WHERE (owner, start) IN (
		SELECT s.owner, s.start FROM undo_sizes s JOIN byte_budgets b ON b.owner = s.owner AND b.key = 'limit.undo_bytes' WHERE s.owner = new.owner
		AND s.start < new.start + new.size - b.bytes AND (s.audit_id = new.audit_id OR new.size <= b.bytes)
		AND s.audit_id NOT IN (SELECT u.audit_id FROM unconfirmed_changes u WHERE u.status = 'pending'));
END;
--> statement-breakpoint
CREATE TRIGGER `undo_sizes_expire` AFTER INSERT ON `undo_sizes` BEGIN
	DELETE FROM undo_sizes WHERE owner = new.owner AND start IN (
		SELECT s.start FROM undo_sizes s WHERE s.owner = new.owner AND s.start < new.start ORDER BY s.start LIMIT 2)
	AND NOT EXISTS (SELECT 1 FROM audit_states a WHERE a.audit_id = undo_sizes.audit_id);
END;
--> statement-breakpoint
CREATE TRIGGER `unconfirmed_changes_removed` AFTER DELETE ON `memberships` BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = old.user_id AND org_id = old.org_id;
END;
--> statement-breakpoint
CREATE TRIGGER `unconfirmed_changes_demoted` AFTER UPDATE OF `role` ON `memberships`
WHEN (old.role = 'owner' AND new.role <> 'owner') OR (old.role = 'admin' AND new.role = 'member') BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = new.user_id AND org_id = new.org_id;
END;
--> statement-breakpoint
CREATE TRIGGER `unconfirmed_changes_suspended` AFTER UPDATE OF `status` ON `users`
WHEN old.status = 'active' AND new.status <> 'active' BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `unconfirmed_changes_revoked` AFTER DELETE ON `platform_admins` BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = old.user_id;
END;
