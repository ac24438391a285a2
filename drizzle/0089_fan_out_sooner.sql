DROP TRIGGER IF EXISTS `events_wait`;--> statement-breakpoint
CREATE TRIGGER `events_wait` AFTER INSERT ON `events` WHEN new.type <> 'ping' AND new.backfilled_to IS NULL
AND EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL LIMIT 1 OFFSET 5) BEGIN
	INSERT INTO waiting_events (org_id, event_id, created_at) VALUES (new.org_id, new.id, new.created_at);
END;--> statement-breakpoint
DROP TRIGGER IF EXISTS `events_deliver`;--> statement-breakpoint
CREATE TRIGGER `events_deliver` AFTER INSERT ON `events` WHEN new.type <> 'ping' AND new.backfilled_to IS NULL
AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL LIMIT 1 OFFSET 5) BEGIN
	INSERT INTO webhook_deliveries (endpoint_id, event_id, status, next_attempt_at, created_at)
	SELECT w.id, new.id, iif(w.enabled, 'pending', 'skipped'), iif(w.enabled, new.created_at, NULL), new.created_at
	FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL
	AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN (new.type, '*'));
END;
