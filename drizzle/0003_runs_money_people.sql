CREATE TABLE `credit_accounts` (
	`org_id` text PRIMARY KEY NOT NULL,
	`balance` integer DEFAULT 0 NOT NULL,
	`entry_count` integer DEFAULT 0 NOT NULL,
	`granted_month` text,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_accounts_balance" CHECK("credit_accounts"."balance" BETWEEN 0 AND 9007199254740991)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `credit_operations` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`amount` integer,
	`note` text,
	`actor_user_id` text NOT NULL,
	`call_hash` text,
	`fingerprint_hash` text,
	`cursor` text DEFAULT '' NOT NULL,
	`through` text NOT NULL,
	`affected` integer DEFAULT 0 NOT NULL,
	`completed_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_operations_call_hash_unique` ON `credit_operations` (`call_hash`);--> statement-breakpoint
CREATE INDEX `credit_operations_open` ON `credit_operations` (`id`) WHERE "credit_operations"."completed_at" IS NULL;--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` text GENERATED ALWAYS AS ('led_' || substr(org_id, 5) || printf('_%08d', seq)) VIRTUAL,
	`org_id` text NOT NULL,
	`seq` integer NOT NULL,
	`amount` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`type` text NOT NULL,
	`reference_type` text,
	`reference_id` text,
	`note` text,
	`actor_user_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`org_id`, `seq`),
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_amount" CHECK("ledger_entries"."amount" <> 0)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text NOT NULL,
	`day` text DEFAULT '' NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`name`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`created_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `invite_codes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`code` text NOT NULL,
	`max_uses` integer DEFAULT 0 NOT NULL,
	`use_count` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`reset_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invite_codes_uses" CHECK("invite_codes"."max_uses" = 0 OR "invite_codes"."use_count" <= "invite_codes"."max_uses")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invite_codes_id_unique` ON `invite_codes` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invite_codes_code_unique` ON `invite_codes` (`code`);--> statement-breakpoint
CREATE INDEX `invite_codes_user` ON `invite_codes` (`user_id`,`seq`);--> statement-breakpoint
CREATE TABLE `redemption_codes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`code` text NOT NULL,
	`type` text NOT NULL,
	`value` text NOT NULL,
	`max_uses` integer NOT NULL,
	`use_count` integer DEFAULT 0 NOT NULL,
	`expires_at` text,
	`is_active` integer DEFAULT true NOT NULL,
	`batch_id` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "redemption_codes_uses" CHECK("redemption_codes"."use_count" BETWEEN 0 AND "redemption_codes"."max_uses")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `redemption_codes_id_unique` ON `redemption_codes` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `redemption_codes_code_unique` ON `redemption_codes` (`code`);--> statement-breakpoint
CREATE INDEX `redemption_codes_type` ON `redemption_codes` (`type`,`seq`);--> statement-breakpoint
CREATE TABLE `redemptions` (
	`code_id` text NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`code_id`, `org_id`),
	FOREIGN KEY (`code_id`) REFERENCES `redemption_codes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `referrals` (
	`id` text PRIMARY KEY NOT NULL,
	`inviter_user_id` text NOT NULL,
	`invitee_user_id` text NOT NULL,
	`invite_code_id` text NOT NULL,
	`credited` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`inviter_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invitee_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invite_code_id`) REFERENCES `invite_codes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_invitee_user_id_unique` ON `referrals` (`invitee_user_id`);--> statement-breakpoint
CREATE INDEX `referrals_inviter` ON `referrals` (`inviter_user_id`,`id`);--> statement-breakpoint
CREATE TABLE `runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`thread_id` text,
	`status` text NOT NULL,
	`model` text,
	`persona_id` text,
	`provider_kind` text,
	`credential_name` text,
	`persona_model` text,
	`duration_ms` integer,
	`total_input_tokens` integer DEFAULT 0 NOT NULL,
	`total_output_tokens` integer DEFAULT 0 NOT NULL,
	`cost_microusd` integer DEFAULT 0 NOT NULL,
	`credits_used` integer DEFAULT 0 NOT NULL,
	`shortfall` integer DEFAULT 0 NOT NULL,
	`settled_by` text,
	`created_at` text NOT NULL,
	`completed_at` text,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "runs_status_known" CHECK("runs"."status" IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
	CONSTRAINT "runs_counts" CHECK(min("runs"."total_input_tokens", "runs"."total_output_tokens", "runs"."cost_microusd") >= 0),
	CONSTRAINT "runs_shortfall" CHECK("runs"."shortfall" BETWEEN 0 AND "runs"."credits_used")
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `runs_created_at` ON `runs` (`created_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_org` ON `runs` (`org_id`,`created_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_status` ON `runs` (`status`,`created_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_model` ON `runs` (`model`,`created_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_org_status` ON `runs` (`org_id`,`status`,`created_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_completed_at` ON `runs` (`completed_at`,`run_id`) WHERE "runs"."completed_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `usage_days` (
	`scope` text NOT NULL,
	`day` text NOT NULL,
	`model` text NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost_microusd` integer NOT NULL,
	`run_count` integer NOT NULL,
	PRIMARY KEY(`scope`, `day`, `model`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `usage_days_day` ON `usage_days` (`day`);--> statement-breakpoint
DROP INDEX `orgs_name`;--> statement-breakpoint
ALTER TABLE `orgs` ADD `last_run_on` text;--> statement-breakpoint
CREATE INDEX `subscriptions_due` ON `subscriptions` (`current_period_end`) WHERE "subscriptions"."status" = 'active';--> statement-breakpoint
-- Usernames were not unique before: the oldest keeps its own.
UPDATE `users` SET `username` = `username` || '-' || `seq`
	WHERE EXISTS (SELECT 1 FROM `users` AS `older` WHERE lower(`older`.`username`) = lower(`users`.`username`) AND `older`.`seq` < `users`.`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (lower("username"));--> statement-breakpoint
CREATE INDEX `users_status_seq` ON `users` (`status`,`seq`);