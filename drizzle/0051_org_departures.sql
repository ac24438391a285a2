CREATE TABLE `org_export_parts` (
	`export_id` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`rows` integer NOT NULL,
	`key` text NOT NULL,
	`sha256` text NOT NULL,
	`byte_count` integer NOT NULL,
	PRIMARY KEY(`export_id`, `number`),
	FOREIGN KEY (`export_id`) REFERENCES `org_exports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `org_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`next_table` text,
	`next_key` text,
	`run_moves` text NOT NULL,
	`table_count` integer DEFAULT 0 NOT NULL,
	`table_total` integer DEFAULT 0 NOT NULL,
	`part_count` integer DEFAULT 0 NOT NULL,
	`row_count` integer DEFAULT 0 NOT NULL,
	`byte_count` integer DEFAULT 0 NOT NULL,
	`created_by` text,
	`created_at` text NOT NULL,
	`moved_at` text NOT NULL,
	`completed_at` text,
	`expires_at` text,
	`purged_at` text,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "org_exports_status" CHECK("org_exports"."status" IN ('running', 'completed', 'failed', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `org_exports_running` ON `org_exports` (`org_id`) WHERE "org_exports"."status" = 'running';--> statement-breakpoint
CREATE INDEX `org_exports_org` ON `org_exports` (`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `org_exports_kept` ON `org_exports` (`status`,`expires_at`) WHERE "org_exports"."purged_at" IS NULL;--> statement-breakpoint
CREATE TABLE `replaced_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`delete_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `replaced_objects_due` ON `replaced_objects` (`delete_at`);--> statement-breakpoint
CREATE TABLE `org_deletions` (
	`org_id` text PRIMARY KEY NOT NULL,
	`name` text,
	`deleted_by_user_id` text,
	`deleted_at` text NOT NULL,
	`erase_at` text NOT NULL,
	`next_table` text,
	`next_key` integer,
	`erased_at` text,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `org_deletions_due` ON `org_deletions` (`erase_at`) WHERE "org_deletions"."erased_at" IS NULL;--> statement-breakpoint
CREATE INDEX `org_deletions_listed` ON `org_deletions` (`deleted_at`,`org_id`);