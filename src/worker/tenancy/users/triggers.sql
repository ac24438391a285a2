-- The search index of users by login, username, e-mail address and exact status. Deleted users aren't in it. The database keeps
-- the index, because several slices write users. `search_texts` in src/worker/ground/db/search says how it stores a text.
CREATE VIRTUAL TABLE `users_search` USING fts5(login, username, email, status, content='', contentless_delete=1, tokenize='trigram');

CREATE VIEW `users_search_values` AS SELECT 'users' AS source, seq, field.key AS field, field.value AS plain, status AS exact
FROM users, json_each(json_object('login', login, 'username', username, 'email', email)) AS field
WHERE status <> 'deleted';

CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, max(text) FILTER (WHERE field = 'login'), max(text) FILTER (WHERE field = 'username'),
		max(text) FILTER (WHERE field = 'email'), max(exact)
	FROM search_texts WHERE source = 'users' AND seq = new.seq GROUP BY seq;
END;

-- Deleting a user is an update of its row, so this trigger also takes the user out of the index.
CREATE TRIGGER `users_search_update` AFTER UPDATE OF login, username, email, status ON `users` BEGIN
	DELETE FROM users_search WHERE rowid = old.seq;
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, max(text) FILTER (WHERE field = 'login'), max(text) FILTER (WHERE field = 'username'),
		max(text) FILTER (WHERE field = 'email'), max(exact)
	FROM search_texts WHERE source = 'users' AND seq = new.seq GROUP BY seq;
END;

-- A name that changes is no longer known in one case, and claimed no longer. The code that renames writes the new form next, or else the
-- job does. So code that knows only the names leaves no wrong form.
CREATE TRIGGER `users_names_change` AFTER UPDATE OF login, username, email ON `users`
WHEN new.login <> old.login OR new.username <> old.username OR new.email IS NOT old.email BEGIN
	UPDATE users SET login_caseless = iif(new.login = old.login, login_caseless, NULL),
		username_caseless = iif(new.username = old.username, username_caseless, NULL),
		email_caseless = iif(new.email IS old.email, email_caseless, NULL) WHERE seq = new.seq;
	DELETE FROM name_claims WHERE user_id = new.id AND (field = 'login' AND new.login <> old.login
		OR field = 'username' AND new.username <> old.username OR field = 'email' AND new.email IS NOT old.email);
END;

-- A name that users share is only for one of them.
CREATE TRIGGER `users_names_insert` BEFORE INSERT ON `users` BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.login_caseless') FROM name_claims
	WHERE field = 'login' AND connection_id = '' AND name = new.login_caseless;
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.username_caseless') FROM name_claims
	WHERE field = 'username' AND connection_id = '' AND name = new.username_caseless;
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email_caseless') FROM name_claims
	WHERE field = 'email' AND connection_id = '' AND name = new.email_caseless;
END;

CREATE TRIGGER `users_names_claimed` BEFORE UPDATE OF login_caseless, username_caseless, email_caseless ON `users` BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.login_caseless') FROM name_claims
	WHERE field = 'login' AND connection_id = '' AND name = new.login_caseless AND new.login_caseless IS NOT old.login_caseless
	GROUP BY name HAVING max(user_id = new.id) = 0;
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.username_caseless') FROM name_claims
	WHERE field = 'username' AND connection_id = '' AND name = new.username_caseless AND new.username_caseless IS NOT old.username_caseless
	GROUP BY name HAVING max(user_id = new.id) = 0;
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email_caseless') FROM name_claims
	WHERE field = 'email' AND connection_id = '' AND name = new.email_caseless AND new.email_caseless IS NOT old.email_caseless
	GROUP BY name HAVING max(user_id = new.id) = 0;
END;

-- Every platform role of every user. Roles other than admin have a table of their own.
CREATE VIEW `platform_roles` AS
SELECT user_id, 'admin' AS role, created_at, granted_by FROM platform_admins
UNION ALL SELECT user_id, role, created_at, granted_by FROM operator_roles;
