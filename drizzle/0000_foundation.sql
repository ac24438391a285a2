CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`key_prefix` text NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_key_hash_unique` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `audit_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`action` text NOT NULL,
	`actor_user_id` text,
	`actor_api_key_id` text,
	`org_id` text,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`before` text,
	`after` text,
	`client_address` text NOT NULL,
	`trace_id` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_logs_action` ON `audit_logs` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_logs_actor` ON `audit_logs` (`actor_user_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_logs_org` ON `audit_logs` (`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_logs_target` ON `audit_logs` (`target_id`,`id`);--> statement-breakpoint
CREATE TABLE `guards` (
	`failed` integer NOT NULL,
	CONSTRAINT "guard" CHECK("guards"."failed" = 0)
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created_at` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `entitlement_overrides` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`value_type` text NOT NULL,
	`reason` text,
	`expires_at` text,
	`created_by_user_id` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entitlement_overrides_value_type" CHECK("entitlement_overrides"."value_type" IN ('integer', 'boolean', 'string'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entitlement_overrides_key` ON `entitlement_overrides` (`org_id`,`key`);--> statement-breakpoint
CREATE INDEX `entitlement_overrides_org` ON `entitlement_overrides` (`org_id`,`id`);--> statement-breakpoint
CREATE TABLE `feature_flag_overrides` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`flag_key` text NOT NULL,
	`enabled` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`flag_key`) REFERENCES `feature_flags`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feature_flag_overrides_org` ON `feature_flag_overrides` (`org_id`,`flag_key`);--> statement-breakpoint
CREATE INDEX `feature_flag_overrides_flag` ON `feature_flag_overrides` (`flag_key`,`id`);--> statement-breakpoint
CREATE TABLE `feature_flags` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`description` text NOT NULL,
	`default_value` integer NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feature_flags_key_unique` ON `feature_flags` (`key`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`leased_until` text NOT NULL,
	`next_run_at` text NOT NULL,
	`last_started_at` text,
	`last_finished_at` text,
	`last_error` text
);
--> statement-breakpoint
CREATE TABLE `memberships` (
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`org_id`, `user_id`),
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "memberships_role" CHECK("memberships"."role" IN ('owner', 'admin', 'member'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `memberships_user` ON `memberships` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `orgs` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orgs_id_unique` ON `orgs` (`id`);--> statement-breakpoint
CREATE INDEX `orgs_name` ON `orgs` (lower("name"));--> statement-breakpoint
CREATE TABLE `plan_entitlements` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`value_type` text NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_entitlements_value_type" CHECK("plan_entitlements"."value_type" IN ('integer', 'boolean', 'string'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_entitlements_key` ON `plan_entitlements` (`plan_id`,`key`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`display_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_name_unique` ON `plans` (`name`);--> statement-breakpoint
CREATE TABLE `login_failures` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`created_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `login_failures_subject` ON `login_failures` (`subject`,`created_at`);--> statement-breakpoint
CREATE TABLE `passwords` (
	`user_id` text PRIMARY KEY NOT NULL,
	`password_hash` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`used_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`org_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`current_period_start` text NOT NULL,
	`current_period_end` text NOT NULL,
	`cancelled_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status" CHECK("subscriptions"."status" IN ('active', 'cancelled', 'expired')),
	CONSTRAINT "subscriptions_period" CHECK("subscriptions"."current_period_end" > "subscriptions"."current_period_start")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_active` ON `subscriptions` (`org_id`) WHERE "subscriptions"."status" = 'active';--> statement-breakpoint
CREATE INDEX `subscriptions_org` ON `subscriptions` (`org_id`,`id`);--> statement-breakpoint
CREATE TABLE `platform_admins` (
	`user_id` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `users` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`login` text NOT NULL,
	`username` text NOT NULL,
	`email` text,
	`email_verified` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`avatar_url` text,
	`locale` text DEFAULT 'en' NOT NULL,
	`timezone` text DEFAULT 'UTC' NOT NULL,
	`last_login_at` text,
	`created_at` text NOT NULL,
	CONSTRAINT "users_status" CHECK("users"."status" IN ('active', 'suspended', 'deleted'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_id_unique` ON `users` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_login` ON `users` (lower("login"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));