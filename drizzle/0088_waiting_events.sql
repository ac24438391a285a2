CREATE TABLE `waiting_events` (
	`org_id` text NOT NULL,
	`event_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`org_id`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `waiting_events_created` ON `waiting_events` (`created_at`);--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_of_day` ON `unconfirmed_changes` (`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_pending` ON `unconfirmed_changes` (`audit_id`) WHERE "unconfirmed_changes"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `budget_alerts_day` ON `budget_alerts` (`budget_id`,`org_id`,`created_at`);--> statement-breakpoint
CREATE TRIGGER `events_wait` AFTER INSERT ON `events` WHEN new.type <> 'ping' AND new.backfilled_to IS NULL
AND EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL LIMIT 1 OFFSET 20) BEGIN
	INSERT INTO waiting_events (org_id, event_id, created_at) VALUES (new.org_id, new.id, new.created_at);
END;--> statement-breakpoint
DROP TRIGGER IF EXISTS `events_deliver`;--> statement-breakpoint
CREATE TRIGGER `events_deliver` AFTER INSERT ON `events` WHEN new.type <> 'ping' AND new.backfilled_to IS NULL
AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL LIMIT 1 OFFSET 20) BEGIN
	INSERT INTO webhook_deliveries (endpoint_id, event_id, status, next_attempt_at, created_at)
	SELECT w.id, new.id, iif(w.enabled, 'pending', 'skipped'), iif(w.enabled, new.created_at, NULL), new.created_at
	FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL
	AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN (new.type, '*'));
END;--> statement-breakpoint
DROP TRIGGER IF EXISTS `budget_alerts_tell`;--> statement-breakpoint
CREATE TRIGGER `budget_alerts_tell` AFTER INSERT ON `budget_alerts` BEGIN
	INSERT INTO events (id, org_id, type, data, created_at)
	SELECT 'evt_' || (SELECT group_concat(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (CAST(round(unixepoch(new.created_at, 'subsec') * 1000) AS INTEGER) >> (45 - 5 * place.value) & 31), 1), '')
			FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place) || upper(hex(randomblob(8))), new.org_id, iif(new.percent = 0, 'budget.exceeded', 'budget.threshold'),
		json_object('budget_id', b.id, 'name', b.name, 'org_id', new.org_id, 'scope', b.scope, 'subject', new.subject, 'unit', b.unit,
			'limit', b."limit", 'used', new.used, 'held', new.held,
			'percent', iif(new.percent > 0, new.percent, iif(b."limit" > 0, (new.used + new.held) * 100 / b."limit", NULL)),
			'window_start', nullif(new.window_start, ''), 'resets_at', strftime('%Y-%m-%dT%H:%M:%fZ', nullif(new.window_start, ''),
				iif(b.window = 'hour', '+1 hour', iif(b.window = 'day', '+1 day', iif(b.window = 'week', '+7 days', '+1 month'))))),
		new.created_at
	FROM budgets b WHERE b.id = new.budget_id;
	INSERT INTO notifications (user_id, id, org_id, type, title, body, payload, created_at)
	SELECT DISTINCT u.id, 'ntf_' || (SELECT group_concat(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (CAST(round(unixepoch(new.created_at, 'subsec') * 1000) AS INTEGER) >> (45 - 5 * place.value) & 31), 1), '')
		FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place) || printf('%016d', abs(random() % 10000000000000000)) || '_' || u.seq, new.org_id,
		iif(new.percent = 0, 'budget.exceeded', 'budget.threshold'),
		iif(new.percent = 0, 'A budget has refused a run', 'A budget has reached ' || new.percent || ' % of its limit'),
		'The budget ' || b.name || iif(b.scope = 'org', '', ' of ' || iif(b.scope = 'api_key', 'API key', b.scope) || ' ' || coalesce(
				(SELECT n.username FROM users n WHERE b.scope = 'user' AND n.id = new.subject),
				(SELECT k.name FROM api_keys k WHERE b.scope = 'api_key' AND k.id = new.subject), new.subject)) || ': '
			|| (new.used + new.held) || ' of ' || b."limit" || ' ' || b.unit || '.',
		json_object('budget_id', b.id, 'org_id', new.org_id, 'subject', new.subject, 'percent', new.percent,
			'code', iif(new.percent = 0, 'budget_exceeded', 'budget_threshold'),
			'values', json_object('name', b.name, 'scope', b.scope, 'subject', coalesce(
				(SELECT n.username FROM users n WHERE b.scope = 'user' AND n.id = new.subject),
				(SELECT k.name FROM api_keys k WHERE b.scope = 'api_key' AND k.id = new.subject), new.subject),
				'taken', new.used + new.held, 'limit', b."limit", 'unit', b.unit, 'percent', new.percent)), new.created_at
	FROM budgets b CROSS JOIN users u WHERE b.id = new.budget_id AND u.status = 'active' AND (
		u.id IN (SELECT m.user_id FROM memberships m WHERE m.org_id = new.org_id AND m.role IN ('owner', 'admin'))
		OR b.owner = 'platform' AND u.id IN (SELECT p.user_id FROM platform_admins p))
	AND NOT EXISTS (SELECT 1 FROM budget_alerts a WHERE a.budget_id = new.budget_id AND a.org_id = new.org_id
		AND a.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', new.created_at, '-1 day') LIMIT 1 OFFSET 50);
END;
