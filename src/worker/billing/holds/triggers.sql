-- The account keeps the sum of what the runs of its org that have begun count for. The database adds and subtracts, so the sum is
-- that of the rows, whichever code writes them, and wherever it is killed.
CREATE TRIGGER `holds_sum_begin` AFTER INSERT ON `holds` WHEN new.counted_credits > 0 BEGIN
	UPDATE credit_accounts SET held = held + new.counted_credits WHERE org_id = new.org_id;
END;

CREATE TRIGGER `holds_sum_change` AFTER UPDATE ON `holds` WHEN new.counted_credits <> old.counted_credits BEGIN
	UPDATE credit_accounts SET held = held + new.counted_credits - old.counted_credits WHERE org_id = new.org_id;
END;

CREATE TRIGGER `holds_sum_end` AFTER DELETE ON `holds` WHEN old.counted_credits > 0 BEGIN
	UPDATE credit_accounts SET held = held - old.counted_credits WHERE org_id = old.org_id;
END;

-- A run that ends holds nothing. Reports end runs, one at a time or in hundreds, and none of them has to remember this.
CREATE TRIGGER `holds_end` AFTER UPDATE OF settled_by ON `runs` WHEN new.settled_by IS NOT NULL BEGIN
	DELETE FROM holds WHERE run_id = new.run_id;
END;
