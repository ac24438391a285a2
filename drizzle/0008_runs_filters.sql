CREATE INDEX `runs_org_model` ON `runs` (`org_id`,`model`,`created_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_status_model` ON `runs` (`status`,`model`,`created_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_org_status_model` ON `runs` (`org_id`,`status`,`model`,`created_at`,`run_id`);