-- Active subscriptions of an org never overlap. A period includes its start and not its end, so two may touch. The text begins
-- with guard, so write() treats it like a guard that failed.
CREATE TRIGGER `subscriptions_insert_alone` BEFORE INSERT ON `subscriptions` WHEN new.status = 'active' BEGIN
	SELECT RAISE(ABORT, 'guard: active subscriptions of an org overlap') WHERE EXISTS (
		SELECT 1 FROM subscriptions s WHERE s.org_id = new.org_id AND s.status = 'active' AND s.id <> new.id
		AND s.current_period_start < new.current_period_end AND s.current_period_end > new.current_period_start);
END;

CREATE TRIGGER `subscriptions_update_alone` BEFORE UPDATE OF `org_id`, `status`, `current_period_start`, `current_period_end`
ON `subscriptions` WHEN new.status = 'active' BEGIN
	SELECT RAISE(ABORT, 'guard: active subscriptions of an org overlap') WHERE EXISTS (
		SELECT 1 FROM subscriptions s WHERE s.org_id = new.org_id AND s.status = 'active' AND s.id <> new.id
		AND s.current_period_start < new.current_period_end AND s.current_period_end > new.current_period_start);
END;
