-- An org is active on a day if one of its runs ended on that day. Its first usage of the day counts it, whichever model ran. So
-- only the first report of the day writes a row for this.
CREATE TRIGGER `usage_days_count_org` AFTER INSERT ON `usage_days`
WHEN new.scope <> 'platform' AND NOT EXISTS (
	SELECT 1 FROM usage_days u WHERE u.scope = new.scope AND u.day = new.day AND u.model <> new.model
) BEGIN
	INSERT INTO activity_days (scope, day, active_orgs) VALUES ('platform', new.day, 1)
	ON CONFLICT DO UPDATE SET active_orgs = active_orgs + 1;
END;

-- A user is active on a day if they log in or refresh their access token, which a browser in use does every 15 minutes.
-- Registration, login, refresh and the seed write sessions.
CREATE TRIGGER `sessions_activity_new` AFTER INSERT ON `sessions` BEGIN
	INSERT INTO user_activity (scope, user_id, day)
	VALUES ('platform', new.user_id, substr(new.created_at, 1, 10)), (new.org_id, new.user_id, substr(new.created_at, 1, 10))
	ON CONFLICT DO UPDATE SET day = excluded.day WHERE day < excluded.day;
END;

-- Only a session's first refresh on a day, or in an org, can change anything. The others are skipped.
CREATE TRIGGER `sessions_activity_use` AFTER UPDATE OF last_used_at, org_id ON `sessions`
WHEN new.org_id <> old.org_id OR substr(new.last_used_at, 1, 10) > substr(coalesce(old.last_used_at, old.created_at), 1, 10) BEGIN
	INSERT INTO user_activity (scope, user_id, day)
	SELECT scope.column1, new.user_id, substr(new.last_used_at, 1, 10) FROM (VALUES ('platform'), (new.org_id)) AS scope
	WHERE new.last_used_at IS NOT NULL
	ON CONFLICT DO UPDATE SET day = excluded.day WHERE day < excluded.day;
END;

-- A user counts once a day in each org and on the platform: when they're seen for the first time, and when their day moves.
CREATE TRIGGER `user_activity_count_new` AFTER INSERT ON `user_activity` BEGIN
	INSERT INTO activity_days (scope, day, active_users) VALUES (new.scope, new.day, 1)
	ON CONFLICT DO UPDATE SET active_users = active_users + 1;
END;

CREATE TRIGGER `user_activity_count_day` AFTER UPDATE OF day ON `user_activity` WHEN old.day <> new.day BEGIN
	INSERT INTO activity_days (scope, day, active_users) VALUES (new.scope, new.day, 1)
	ON CONFLICT DO UPDATE SET active_users = active_users + 1;
END;
