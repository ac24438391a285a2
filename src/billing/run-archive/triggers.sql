-- A run in the archive is not made again. Reports come more than once, and the second one would charge the run a second time.
-- So a statement that inserts runs need not know the archive.
CREATE TRIGGER `runs_stay_archived` BEFORE INSERT ON `runs` WHEN EXISTS (SELECT 1 FROM archived_runs a WHERE a.run_id = new.run_id) BEGIN
	SELECT RAISE(IGNORE);
END;
