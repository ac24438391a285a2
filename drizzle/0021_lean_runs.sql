DROP INDEX `runs_status`;--> statement-breakpoint
DROP INDEX `runs_model`;--> statement-breakpoint
DROP INDEX `runs_org_status`;--> statement-breakpoint
DROP INDEX `runs_org_model`;--> statement-breakpoint
DROP INDEX `runs_status_model`;--> statement-breakpoint
DROP INDEX `runs_org_status_model`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `runs_count_insert`;--> statement-breakpoint
CREATE TRIGGER `runs_last_of_org` AFTER INSERT ON `runs` BEGIN
	UPDATE orgs SET last_run_on = substr(new.created_at, 1, 10)
	WHERE id = new.org_id AND coalesce(last_run_on, '') < substr(new.created_at, 1, 10);
END;
