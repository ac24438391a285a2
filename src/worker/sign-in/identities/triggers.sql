-- Keeps `oidc_connections.people_count`. The limit on an org's people would read thousands of rows for each new one. Nothing moves a row
-- to another connection.
CREATE TRIGGER `scim_users_count_insert` AFTER INSERT ON `scim_users` BEGIN
	UPDATE oidc_connections SET people_count = people_count + 1 WHERE id = new.connection_id;
END;

CREATE TRIGGER `scim_users_count_delete` AFTER DELETE ON `scim_users` WHEN old.forgotten_at IS NULL BEGIN
	UPDATE oidc_connections SET people_count = people_count - 1 WHERE id = old.connection_id;
END;

-- The word that somebody is out counts for no limit once we forgot them.
CREATE TRIGGER `scim_users_count_forget` AFTER UPDATE OF forgotten_at ON `scim_users`
WHEN old.forgotten_at IS NULL AND new.forgotten_at IS NOT NULL BEGIN
	UPDATE oidc_connections SET people_count = people_count - 1 WHERE id = new.connection_id;
END;

-- The same as for the names of users: code that knows only the name leaves no wrong form of it, and a name that people share is only for
-- one of them.
CREATE TRIGGER `scim_users_name_change` AFTER UPDATE OF user_name ON `scim_users` WHEN new.user_name <> old.user_name BEGIN
	UPDATE scim_users SET user_name_caseless = NULL WHERE connection_id = new.connection_id AND user_id = new.user_id;
	DELETE FROM name_claims WHERE field = 'user_name' AND connection_id = new.connection_id AND user_id = new.user_id;
END;

CREATE TRIGGER `scim_users_name_delete` AFTER DELETE ON `scim_users` BEGIN
	DELETE FROM name_claims WHERE field = 'user_name' AND connection_id = old.connection_id AND user_id = old.user_id;
END;

CREATE TRIGGER `scim_users_name_claimed` BEFORE UPDATE OF user_name_caseless ON `scim_users` BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: scim_users.user_name_caseless') FROM name_claims
	WHERE field = 'user_name' AND connection_id = new.connection_id AND name = new.user_name_caseless
		AND new.user_name_caseless IS NOT old.user_name_caseless
	GROUP BY name HAVING max(user_id = new.user_id) = 0;
END;
