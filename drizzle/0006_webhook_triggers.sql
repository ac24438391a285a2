-- An event and its deliveries are one write: whoever tells of an event reaches every endpoint of its org that subscribes to
-- it. What a disabled endpoint misses is kept as skipped. A ping goes to the one endpoint that is tested.
CREATE TRIGGER `events_deliver` AFTER INSERT ON `events` WHEN new.type <> 'ping' BEGIN
	INSERT INTO webhook_deliveries (endpoint_id, event_id, status, next_attempt_at, created_at)
	SELECT w.id, new.id, iif(w.enabled, 'pending', 'skipped'), iif(w.enabled, new.created_at, NULL), new.created_at
	FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL
	AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN (new.type, '*'));
END;--> statement-breakpoint

-- When an endpoint is due follows from its deliveries, so that what is due is found among the endpoints, which are few.
CREATE TRIGGER `webhook_deliveries_schedule` AFTER INSERT ON `webhook_deliveries` WHEN new.next_attempt_at IS NOT NULL BEGIN
	UPDATE webhook_endpoints SET due_at = new.next_attempt_at
	WHERE id = new.endpoint_id AND (due_at IS NULL OR due_at > new.next_attempt_at);
END;--> statement-breakpoint
CREATE TRIGGER `webhook_deliveries_reschedule` AFTER UPDATE OF next_attempt_at ON `webhook_deliveries`
WHEN old.next_attempt_at IS NOT new.next_attempt_at BEGIN
	UPDATE webhook_endpoints SET due_at = (
		SELECT min(d.next_attempt_at) FROM webhook_deliveries d WHERE d.endpoint_id = new.endpoint_id AND d.next_attempt_at IS NOT NULL
	) WHERE id = new.endpoint_id;
END;
