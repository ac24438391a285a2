

-- A day has so many changes on trial of an org. Each is kept for 30 days, and read by whoever lists them.
CREATE TRIGGER `unconfirmed_changes_of_day` BEFORE INSERT ON `unconfirmed_changes`
WHEN (SELECT u.created_at FROM unconfirmed_changes u WHERE u.org_id = new.org_id ORDER BY u.id DESC LIMIT 1 OFFSET
	(SELECT b.bytes - 1 FROM byte_budgets b WHERE b.owner = new.org_id AND b.key = 'limit.trials_per_day'))
	> strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') BEGIN
	SELECT RAISE(ABORT, 'unconfirmed_changes_of_day');
END;
