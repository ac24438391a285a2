-- The search index of users by login, username, e-mail address and status. A deleted user is not in it. The mark after
-- `status` lets a search ask for the whole value. The database keeps the index, because several slices write users.
CREATE VIRTUAL TABLE `users_search` USING fts5(login, username, email, status, content='', contentless_delete=1, tokenize='trigram');

-- The texts in the index. Two marks (U+0001) stand before a value, and behind it are the first two characters of each
-- further word, with two marks each. So one or two characters make a trigram at the beginning of a word. A character of a
-- script without spaces counts as a word. src/db/search.ts reads the index. GLOB only saves look-ups: between two ASCII
-- characters no word begins if the first is a letter or digit.
CREATE VIEW `users_search_texts` AS SELECT
	seq,
	char(1, 1) || login || coalesce((SELECT group_concat(char(1, 1) || substr(login, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(login) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(login, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(login, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(login, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS login,
	char(1, 1) || username || coalesce((SELECT group_concat(char(1, 1) || substr(username, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(username) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(username, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(username, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(username, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS username,
	char(1, 1) || email || coalesce((SELECT group_concat(char(1, 1) || substr(email, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(email) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(email, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(email, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(email, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS email,
	char(1, 1) || status || char(1) AS status
FROM users WHERE status <> 'deleted';

CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, login, username, email, status FROM users_search_texts WHERE seq = new.seq;
END;

-- Deleting a user is an update of its row, so this trigger also takes the user out of the index.
CREATE TRIGGER `users_search_update` AFTER UPDATE OF login, username, email, status ON `users` BEGIN
	DELETE FROM users_search WHERE rowid = old.seq;
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, login, username, email, status FROM users_search_texts WHERE seq = new.seq;
END;
