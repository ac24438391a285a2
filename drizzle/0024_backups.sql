CREATE TABLE `backup_parts` (
	`backup_id` text NOT NULL,
	`number` integer NOT NULL,
	`key` text NOT NULL,
	`sha256` text NOT NULL,
	`byte_count` integer NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`backup_id`, `number`),
	FOREIGN KEY (`backup_id`) REFERENCES `backups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `backups` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`schema_version` text NOT NULL,
	`next_table` text,
	`next_key` text,
	`table_count` integer DEFAULT 0 NOT NULL,
	`part_count` integer DEFAULT 0 NOT NULL,
	`row_count` integer DEFAULT 0 NOT NULL,
	`byte_count` integer DEFAULT 0 NOT NULL,
	`day` text,
	`created_by` text,
	`created_at` text NOT NULL,
	`completed_at` text,
	CONSTRAINT "backups_status_known" CHECK("backups"."status" IN ('running', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `backups_day_unique` ON `backups` (`day`);--> statement-breakpoint
CREATE UNIQUE INDEX `backups_running` ON `backups` (`status`) WHERE "backups"."status" = 'running';