CREATE TRIGGER `subscriptions_insert_alone` BEFORE INSERT ON `subscriptions` WHEN new.status = 'active' BEGIN
	SELECT RAISE(ABORT, 'guard: active subscriptions of an org overlap') WHERE EXISTS (
		SELECT 1 FROM subscriptions s WHERE s.org_id = new.org_id AND s.status = 'active' AND s.id <> new.id
		AND s.current_period_start < new.current_period_end AND s.current_period_end > new.current_period_start);
END;
--> statement-breakpoint
CREATE TRIGGER `subscriptions_update_alone` BEFORE UPDATE OF `org_id`, `status`, `current_period_start`, `current_period_end`
ON `subscriptions` WHEN new.status = 'active' BEGIN
	SELECT RAISE(ABORT, 'guard: active subscriptions of an org overlap') WHERE EXISTS (
		SELECT 1 FROM subscriptions s WHERE s.org_id = new.org_id AND s.status = 'active' AND s.id <> new.id
		AND s.current_period_start < new.current_period_end AND s.current_period_end > new.current_period_start);
END;
--> statement-breakpoint
DROP INDEX `subscriptions_active`;
--> statement-breakpoint
CREATE INDEX `subscriptions_current` ON `subscriptions` (`org_id`,`current_period_start`,`current_period_end`,`plan_id`) WHERE "subscriptions"."status" = 'active';
--> statement-breakpoint
CREATE INDEX `subscriptions_of_plan` ON `subscriptions` (`plan_id`,`id`);
--> statement-breakpoint
CREATE INDEX `subscriptions_cancelled` ON `subscriptions` (`id`) WHERE "subscriptions"."status" = 'cancelled';
--> statement-breakpoint
CREATE INDEX `subscriptions_start` ON `subscriptions` (`current_period_start`);