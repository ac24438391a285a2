-- The search index of invite codes: the code, and the login and address of its owner.
CREATE VIRTUAL TABLE `invite_codes_search` USING fts5(code, login, email, content='', contentless_delete=1, tokenize='trigram');

-- The texts in the index. Two marks (U+0001) stand before a value, and behind it are the first two characters of each
-- further word, with two marks each. So one or two characters make a trigram at the beginning of a word. A character of a
-- script without spaces counts as a word. src/db/search.ts reads the index. GLOB only saves look-ups: between two ASCII
-- characters no word begins if the first is a letter or digit.
CREATE VIEW `invite_codes_search_texts` AS SELECT
	c.seq,
	c.user_id,
	char(1, 1) || c.code || coalesce((SELECT group_concat(char(1, 1) || substr(c.code, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(c.code) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(c.code, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(c.code, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(c.code, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS code,
	char(1, 1) || u.login || coalesce((SELECT group_concat(char(1, 1) || substr(u.login, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(u.login) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(u.login, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(u.login, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(u.login, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS login,
	char(1, 1) || u.email || coalesce((SELECT group_concat(char(1, 1) || substr(u.email, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(u.email) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(u.email, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(u.email, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(u.email, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS email
FROM invite_codes c JOIN users u ON u.id = c.user_id;

CREATE TRIGGER `invite_codes_search_insert` AFTER INSERT ON `invite_codes` BEGIN
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, code, login, email FROM invite_codes_search_texts WHERE seq = new.seq;
END;

-- A user who changes login or address stays findable. The code itself never changes, and codes are not deleted.
CREATE TRIGGER `invite_codes_search_update` AFTER UPDATE OF login, email ON `users` BEGIN
	DELETE FROM invite_codes_search WHERE rowid IN (SELECT seq FROM invite_codes WHERE user_id = new.id);
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, code, login, email FROM invite_codes_search_texts WHERE user_id = new.id;
END;
