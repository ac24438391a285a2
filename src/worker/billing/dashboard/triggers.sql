-- The counters of users: everyone who isn't deleted, and by the UTC day of their last login. Sign-in, administration, deletion
-- and the seed change users. The database sees all of that, so the numbers are exact.
CREATE TRIGGER `users_count_insert` AFTER INSERT ON `users` WHEN new.status <> 'deleted' BEGIN
	INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT DO UPDATE SET value = value + 1;
	INSERT INTO counters (name, day, value) SELECT 'users_last_login', substr(new.last_login_at, 1, 10), 1 WHERE new.last_login_at IS NOT NULL
	ON CONFLICT DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER `users_count_login` AFTER UPDATE OF status, last_login_at ON `users`
WHEN old.status <> new.status OR substr(old.last_login_at, 1, 10) IS NOT substr(new.last_login_at, 1, 10) BEGIN
	UPDATE counters SET value = value + (new.status <> 'deleted') - (old.status <> 'deleted') WHERE name = 'users' AND day = '';
	UPDATE counters SET value = value - 1
	WHERE name = 'users_last_login' AND day = substr(old.last_login_at, 1, 10) AND old.status <> 'deleted';
	INSERT INTO counters (name, day, value) SELECT 'users_last_login', substr(new.last_login_at, 1, 10), 1
	WHERE new.last_login_at IS NOT NULL AND new.status <> 'deleted' ON CONFLICT DO UPDATE SET value = value + 1;
END;

-- The first run of a day moves its org's last day. The statements of a report count the runs.
CREATE TRIGGER `runs_last_of_org` AFTER INSERT ON `runs` BEGIN
	UPDATE orgs SET last_run_on = substr(new.created_at, 1, 10)
	WHERE id = new.org_id AND coalesce(last_run_on, '') < substr(new.created_at, 1, 10);
END;

-- The counter of orgs by the UTC day of their last run. When an org runs again, it moves to the new day. A deleted org counts nowhere.
CREATE TRIGGER `orgs_count_run` AFTER UPDATE OF last_run_on, deleted_at ON `orgs`
WHEN old.last_run_on IS NOT new.last_run_on OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
	UPDATE counters SET value = value - 1 WHERE name = 'orgs_last_run' AND day = old.last_run_on AND old.deleted_at IS NULL;
	INSERT INTO counters (name, day, value) SELECT 'orgs_last_run', new.last_run_on, 1
	WHERE new.last_run_on IS NOT NULL AND new.deleted_at IS NULL ON CONFLICT DO UPDATE SET value = value + 1;
END;
