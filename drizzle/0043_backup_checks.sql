ALTER TABLE `backups` ADD `checked_part_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `backups` ADD `checked_at` text;--> statement-breakpoint
ALTER TABLE `backups` ADD `check_error` text;