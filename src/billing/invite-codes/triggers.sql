-- The search index of invite codes: the code, and the login and address of its owner. Two marks (U+0001) before each value
-- let a search find one or two characters at its beginning. src/db/search.ts reads it.
CREATE VIRTUAL TABLE `invite_codes_search` USING fts5(code, login, email, content='', contentless_delete=1, tokenize='trigram');

CREATE TRIGGER `invite_codes_search_insert` AFTER INSERT ON `invite_codes` BEGIN
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT new.seq, char(1, 1) || new.code, char(1, 1) || login, char(1, 1) || email FROM users WHERE id = new.user_id;
END;

-- A user who changes login or address stays findable. The code itself never changes, and codes are not deleted.
CREATE TRIGGER `invite_codes_search_update` AFTER UPDATE OF login, email ON `users` BEGIN
	DELETE FROM invite_codes_search WHERE rowid IN (SELECT seq FROM invite_codes WHERE user_id = new.id);
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, char(1, 1) || code, char(1, 1) || new.login, char(1, 1) || new.email FROM invite_codes WHERE user_id = new.id;
END;
