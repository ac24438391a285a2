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

-- Every platform role of every user. Roles other than admin have a table of their own.
CREATE VIEW `platform_roles` AS
SELECT user_id, 'admin' AS role, created_at, granted_by FROM platform_admins
UNION ALL SELECT user_id, role, created_at, granted_by FROM operator_roles;
