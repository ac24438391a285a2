-- The search index of users by login, username, e-mail address and status. A deleted user is not in it. Two marks (U+0001)
-- before each value let a search find one or two characters at its beginning. The mark after `status` lets a search ask for
-- the whole value. src/db/search.ts reads it. The database keeps it, because several slices write users.
CREATE VIRTUAL TABLE `users_search` USING fts5(login, username, email, status, content='', contentless_delete=1, tokenize='trigram');

CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` WHEN new.status <> 'deleted' BEGIN
	INSERT INTO users_search (rowid, login, username, email, status)
	VALUES (new.seq, char(1, 1) || new.login, char(1, 1) || new.username, char(1, 1) || new.email, char(1, 1) || new.status || char(1));
END;

-- Deleting a user is an update of its row, so this trigger also takes the user out of the index.
CREATE TRIGGER `users_search_update` AFTER UPDATE OF login, username, email, status ON `users` BEGIN
	DELETE FROM users_search WHERE rowid = old.seq;
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT new.seq, char(1, 1) || new.login, char(1, 1) || new.username, char(1, 1) || new.email, char(1, 1) || new.status || char(1)
	WHERE new.status <> 'deleted';
END;
