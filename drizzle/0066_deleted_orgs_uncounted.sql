DROP TRIGGER IF EXISTS `orgs_count_run`;
--> statement-breakpoint
CREATE TRIGGER `orgs_count_run` AFTER UPDATE OF last_run_on, deleted_at ON `orgs`
WHEN old.last_run_on IS NOT new.last_run_on OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
	UPDATE counters SET value = value - 1 WHERE name = 'orgs_last_run' AND day = old.last_run_on AND old.deleted_at IS NULL;
	INSERT INTO counters (name, day, value) SELECT 'orgs_last_run', new.last_run_on, 1
	WHERE new.last_run_on IS NOT NULL AND new.deleted_at IS NULL ON CONFLICT DO UPDATE SET value = value + 1;
END;
