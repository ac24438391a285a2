CREATE TABLE `dry_runs` (
	`part` integer,
	`changes` integer,
	`result` text,
	CONSTRAINT "dry_run" CHECK("dry_runs"."part" IS NOT NULL)
);
--> statement-breakpoint
CREATE TRIGGER `dry_runs_end` BEFORE INSERT ON `dry_runs` WHEN new.part IS NULL BEGIN
	SELECT RAISE(ABORT, 'DRY:' || new.result);
END;
