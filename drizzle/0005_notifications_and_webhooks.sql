CREATE TABLE `broadcast_shards` (
	`broadcast_id` text NOT NULL,
	`after_seq` integer NOT NULL,
	`through_seq` integer NOT NULL,
	`sent_count` integer DEFAULT 0 NOT NULL,
	`queued_at` text NOT NULL,
	`done_at` text,
	PRIMARY KEY(`broadcast_id`, `after_seq`),
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `broadcast_shards_open` ON `broadcast_shards` (`queued_at`) WHERE "broadcast_shards"."done_at" IS NULL;--> statement-breakpoint
CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text,
	`payload` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`sent_count` integer DEFAULT 0 NOT NULL,
	`through_seq` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "broadcasts_status" CHECK("broadcasts"."status" IN ('pending', 'sending', 'completed', 'failed', 'cancelled')),
	CONSTRAINT "broadcasts_target" CHECK(("broadcasts"."target_type" = 'all') = ("broadcasts"."target_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `broadcasts_open` ON `broadcasts` (`id`) WHERE "broadcasts"."status" IN ('pending', 'sending');--> statement-breakpoint
CREATE INDEX `broadcasts_deleted` ON `broadcasts` (`id`) WHERE "broadcasts"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`status_code` integer,
	`error` text,
	`latency_ms` integer NOT NULL,
	`response` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`endpoint_id`, `event_id`, `attempt`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text GENERATED ALWAYS AS ('dlv_' || substr(event_id, 5) || '_' || substr(endpoint_id, 5)) VIRTUAL,
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`status` text NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`retries_from` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text,
	`claim` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`endpoint_id`, `event_id`),
	CONSTRAINT "webhook_deliveries_status_known" CHECK("webhook_deliveries"."status" IN ('pending', 'delivered', 'failed', 'dead', 'skipped'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`next_attempt_at`) WHERE "webhook_deliveries"."next_attempt_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_claim` ON `webhook_deliveries` (`claim`) WHERE "webhook_deliveries"."claim" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_status` ON `webhook_deliveries` (`endpoint_id`,`status`,`event_id`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`broadcast_id` text,
	`org_id` text,
	`type` text,
	`title` text,
	`body` text,
	`payload` text,
	`read_at` text,
	`created_at` text,
	PRIMARY KEY(`user_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`id`,`broadcast_id`,`read_at`) WHERE "notifications"."read_at" IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_created_at` ON `notifications` (`created_at`) WHERE "notifications"."created_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`disabled_reason` text,
	`public_key` text NOT NULL,
	`previous_public_key` text,
	`previous_key_until` text,
	`has_secret` integer DEFAULT false NOT NULL,
	`previous_secret_until` text,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`success_count` integer DEFAULT 0 NOT NULL,
	`failing_since` text,
	`last_failure` text,
	`due_at` text,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhook_endpoints_counts" CHECK("webhook_endpoints"."success_count" BETWEEN 0 AND "webhook_endpoints"."attempt_count")
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_org` ON `webhook_endpoints` (`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_due` ON `webhook_endpoints` (`due_at`) WHERE "webhook_endpoints"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`id`) WHERE "webhook_endpoints"."deleted_at" IS NOT NULL;