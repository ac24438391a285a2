-- An archived run isn't created again. Reports arrive more than once, and the second one would charge the run again. So
-- statements that insert runs don't have to know about the archive.
CREATE TRIGGER `runs_stay_archived` BEFORE INSERT ON `runs` WHEN EXISTS (SELECT 1 FROM archived_runs a WHERE a.run_id = new.run_id) BEGIN
	SELECT RAISE(IGNORE);
END;
