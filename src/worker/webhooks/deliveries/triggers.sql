-- Inserting an event creates its deliveries: one for each endpoint of its org that subscribes to its type or to `*`. Because the
-- database does this, every batch that inserts an event reaches every endpoint, and no caller can forget one. A disabled endpoint
-- gets a `skipped` delivery, which the org can recover. A `ping` has no subscribers: it only goes to the endpoint under test. A
-- backfilled event only goes to the endpoint that asked for it.
CREATE TRIGGER `events_deliver` AFTER INSERT ON `events` WHEN new.type <> 'ping' AND new.backfilled_to IS NULL
AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL LIMIT 1 OFFSET 5) BEGIN
	INSERT INTO webhook_deliveries (endpoint_id, event_id, status, next_attempt_at, created_at)
	SELECT w.id, new.id, iif(w.enabled, 'pending', 'skipped'), iif(w.enabled, new.created_at, NULL), new.created_at
	FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL
	AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN (new.type, '*'));
END;

-- In an org with more than five endpoints the event waits, and `fan-out.ts` creates its deliveries. A report of a hundred runs could
-- otherwise insert ten thousand rows, and D1 serves nobody meanwhile.
CREATE TRIGGER `events_wait` AFTER INSERT ON `events` WHEN new.type <> 'ping' AND new.backfilled_to IS NULL
AND EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.org_id = new.org_id AND w.deleted_at IS NULL LIMIT 1 OFFSET 5) BEGIN
	INSERT INTO waiting_events (org_id, event_id, created_at) VALUES (new.org_id, new.id, new.created_at);
END;

-- An endpoint is due when its first delivery is: `webhook_endpoints.due_at` is the lowest `next_attempt_at` of its deliveries. So
-- cron finds what is due among the few endpoints and not among the many deliveries.
CREATE TRIGGER `webhook_deliveries_schedule` AFTER INSERT ON `webhook_deliveries` WHEN new.next_attempt_at IS NOT NULL BEGIN
	UPDATE webhook_endpoints SET due_at = new.next_attempt_at
	WHERE id = new.endpoint_id AND (due_at IS NULL OR due_at > new.next_attempt_at);
END;

-- Updates `due_at` after a delivery was attempted, claimed or sent again.
CREATE TRIGGER `webhook_deliveries_reschedule` AFTER UPDATE OF next_attempt_at ON `webhook_deliveries`
WHEN old.next_attempt_at IS NOT new.next_attempt_at BEGIN
	UPDATE webhook_endpoints SET due_at = (
		SELECT min(d.next_attempt_at) FROM webhook_deliveries d WHERE d.endpoint_id = new.endpoint_id AND d.next_attempt_at IS NOT NULL
	) WHERE id = new.endpoint_id;
END;
