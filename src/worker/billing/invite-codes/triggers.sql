-- The search index of invite codes: the code, and its owner's login and address. `search_texts` in src/worker/ground/db/search says how it
-- stores a text.
CREATE VIRTUAL TABLE `invite_codes_search` USING fts5(code, login, email, content='', contentless_delete=1, tokenize='trigram');

CREATE VIEW `invite_codes_search_values` AS SELECT 'invite_codes' AS source, c.seq, field.key AS field, field.value AS plain, NULL AS exact
FROM invite_codes c JOIN users u ON u.id = c.user_id, json_each(json_object('code', c.code, 'login', u.login, 'email', u.email)) AS field;

CREATE TRIGGER `invite_codes_search_insert` AFTER INSERT ON `invite_codes` BEGIN
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, max(text) FILTER (WHERE field = 'code'), max(text) FILTER (WHERE field = 'login'), max(text) FILTER (WHERE field = 'email')
	FROM search_texts WHERE source = 'invite_codes' AND seq = new.seq GROUP BY seq;
END;

-- Keeps a code findable when its owner changes their login or address. The code itself never changes, and isn't deleted.
CREATE TRIGGER `invite_codes_search_update` AFTER UPDATE OF login, email ON `users` BEGIN
	DELETE FROM invite_codes_search WHERE rowid IN (SELECT seq FROM invite_codes WHERE user_id = new.id);
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, max(text) FILTER (WHERE field = 'code'), max(text) FILTER (WHERE field = 'login'), max(text) FILTER (WHERE field = 'email')
	FROM search_texts WHERE source = 'invite_codes' AND seq IN (SELECT seq FROM invite_codes WHERE user_id = new.id) GROUP BY seq;
END;
