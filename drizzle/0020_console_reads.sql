CREATE TABLE `activity_days` (
	`scope` text NOT NULL,
	`day` text NOT NULL,
	`active_users` integer DEFAULT 0 NOT NULL,
	`active_orgs` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`scope`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `user_activity` (
	`scope` text NOT NULL,
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	PRIMARY KEY(`scope`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `ledger_entries` ADD `trace_id` text;--> statement-breakpoint
CREATE INDEX `ledger_entries_type` ON `ledger_entries` (`org_id`,`type`,`seq`) WHERE "ledger_entries"."type" <> 'consumption';--> statement-breakpoint
CREATE INDEX `ledger_entries_reference` ON `ledger_entries` (`org_id`,`reference_type`,`reference_id`,`seq`) WHERE "ledger_entries"."type" <> 'consumption';--> statement-breakpoint
ALTER TABLE `usage_days` ADD `failed_run_count` integer;--> statement-breakpoint
ALTER TABLE `usage_days` ADD `durations` text;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `recipient_count` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `trace_id` text;--> statement-breakpoint
CREATE INDEX `credit_accounts_by_balance` ON `credit_accounts` (`balance`,`org_id`);--> statement-breakpoint
CREATE INDEX `audit_logs_trace` ON `audit_logs` (`trace_id`,`id`);--> statement-breakpoint
-- A completed broadcast has reached everybody whom it will reach. There are few broadcasts.
UPDATE `broadcasts` SET `recipient_count` = `sent_count` WHERE `status` = 'completed';--> statement-breakpoint
-- Active users are counted from now on. Where there are users already, the first whole day is tomorrow.
INSERT INTO `activity_days` (`scope`, `day`) SELECT '', date('now', iif(EXISTS (SELECT 1 FROM `users`), '+1 day', '+0 days'));--> statement-breakpoint
CREATE TRIGGER `usage_days_count_org` AFTER INSERT ON `usage_days`
WHEN new.scope <> 'platform' AND NOT EXISTS (
	SELECT 1 FROM usage_days u WHERE u.scope = new.scope AND u.day = new.day AND u.model <> new.model
) BEGIN
	INSERT INTO activity_days (scope, day, active_orgs) VALUES ('platform', new.day, 1)
	ON CONFLICT DO UPDATE SET active_orgs = active_orgs + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `sessions_activity_new` AFTER INSERT ON `sessions` BEGIN
	INSERT INTO user_activity (scope, user_id, day)
	VALUES ('platform', new.user_id, substr(new.created_at, 1, 10)), (new.org_id, new.user_id, substr(new.created_at, 1, 10))
	ON CONFLICT DO UPDATE SET day = excluded.day WHERE day < excluded.day;
END;
--> statement-breakpoint
CREATE TRIGGER `sessions_activity_use` AFTER UPDATE OF last_used_at, org_id ON `sessions`
WHEN new.org_id <> old.org_id OR substr(new.last_used_at, 1, 10) > substr(coalesce(old.last_used_at, old.created_at), 1, 10) BEGIN
	INSERT INTO user_activity (scope, user_id, day)
	SELECT scope.column1, new.user_id, substr(new.last_used_at, 1, 10) FROM (VALUES ('platform'), (new.org_id)) AS scope
	WHERE new.last_used_at IS NOT NULL
	ON CONFLICT DO UPDATE SET day = excluded.day WHERE day < excluded.day;
END;
--> statement-breakpoint
CREATE TRIGGER `user_activity_count_new` AFTER INSERT ON `user_activity` BEGIN
	INSERT INTO activity_days (scope, day, active_users) VALUES (new.scope, new.day, 1)
	ON CONFLICT DO UPDATE SET active_users = active_users + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `user_activity_count_day` AFTER UPDATE OF day ON `user_activity` WHEN old.day <> new.day BEGIN
	INSERT INTO activity_days (scope, day, active_users) VALUES (new.scope, new.day, 1)
	ON CONFLICT DO UPDATE SET active_users = active_users + 1;
END;
