-- Ends the batch of a dry run, whatever it did before. Only the error's message leaves the batch, so it carries the dry-run
-- result.
CREATE TRIGGER `dry_runs_end` BEFORE INSERT ON `dry_runs` WHEN new.part IS NULL BEGIN
	SELECT RAISE(ABORT, 'DRY:' || new.result);
END;
