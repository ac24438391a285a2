-- A change that doesn't fit keeps no rows. Otherwise its owner's oldest changes make room. A change that's waiting for
-- confirmation keeps its rows, because it may have to be rolled back.
CREATE TRIGGER `undo_sizes_fit` AFTER INSERT ON `undo_sizes`
WHEN new.start + new.size - (SELECT s.start FROM undo_sizes s WHERE s.owner = new.owner ORDER BY s.start LIMIT 1)
	> (SELECT b.bytes FROM byte_budgets b WHERE b.owner = new.owner AND b.key = 'limit.undo_bytes') BEGIN
	DELETE FROM audit_states WHERE audit_id IN (
		SELECT s.audit_id FROM undo_sizes s JOIN byte_budgets b ON b.owner = s.owner AND b.key = 'limit.undo_bytes' WHERE s.owner = new.owner
		AND s.start < new.start + new.size - b.bytes AND (s.audit_id = new.audit_id OR new.size <= b.bytes)
		AND s.audit_id NOT IN (SELECT u.audit_id FROM unconfirmed_changes u WHERE u.status = 'pending'));
	DELETE FROM undo_sizes WHERE (owner, start) IN (
		SELECT s.owner, s.start FROM undo_sizes s JOIN byte_budgets b ON b.owner = s.owner AND b.key = 'limit.undo_bytes' WHERE s.owner = new.owner
		AND s.start < new.start + new.size - b.bytes AND (s.audit_id = new.audit_id OR new.size <= b.bytes)
		AND s.audit_id NOT IN (SELECT u.audit_id FROM unconfirmed_changes u WHERE u.status = 'pending'));
END;

-- The rows of changes expire after 30 days. Each new change deletes the sizes of two that expired.
CREATE TRIGGER `undo_sizes_expire` AFTER INSERT ON `undo_sizes` BEGIN
	DELETE FROM undo_sizes WHERE owner = new.owner AND start IN (
		SELECT s.start FROM undo_sizes s WHERE s.owner = new.owner AND s.start < new.start ORDER BY s.start LIMIT 2)
	AND NOT EXISTS (SELECT 1 FROM audit_states a WHERE a.audit_id = undo_sizes.audit_id);
END;

-- Beyond an org's audit rows of a day a change stays in the log, with who made it, of what and when. It loses its states and its undo,
-- unless it's waiting for confirmation, because it may have to be rolled back.
CREATE TRIGGER `audit_days_spent` AFTER UPDATE ON `audit_days`
WHEN new.rows > (SELECT b.bytes FROM byte_budgets b WHERE b.owner = new.org_id AND b.key = 'limit.audit_rows_per_day')
AND NOT EXISTS (SELECT 1 FROM unconfirmed_changes u WHERE u.audit_id = new.audit_id AND u.status = 'pending') BEGIN
	UPDATE audit_logs SET before = NULL, after = NULL WHERE id = new.audit_id;
	DELETE FROM audit_states WHERE audit_id = new.audit_id;
	DELETE FROM undo_sizes WHERE owner = new.org_id AND audit_id = new.audit_id
	AND start = (SELECT max(s.start) FROM undo_sizes s WHERE s.owner = new.org_id);
END;
