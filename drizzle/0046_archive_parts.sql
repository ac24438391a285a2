DROP INDEX `run_archives_key_unique`;--> statement-breakpoint
ALTER TABLE `run_archives` ADD `first_line` integer DEFAULT 0 NOT NULL;