-- Ends the batch of a dry run, whatever it has done until then. The message of the error is the only thing that leaves the
-- batch, so it carries what the dry run has found out.
CREATE TRIGGER `dry_runs_end` BEFORE INSERT ON `dry_runs` WHEN new.part IS NULL BEGIN
	SELECT RAISE(ABORT, 'DRY:' || new.result);
END;
