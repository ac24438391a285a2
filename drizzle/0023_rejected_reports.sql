CREATE TABLE `rejected_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`org_id` text NOT NULL,
	`reason` text NOT NULL,
	`report` text NOT NULL,
	`created_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `rejected_reports_org` ON `rejected_reports` (`org_id`,`id`);