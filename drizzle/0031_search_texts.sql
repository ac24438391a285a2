DROP TRIGGER `users_search_insert`;--> statement-breakpoint
DROP TRIGGER `users_search_update`;--> statement-breakpoint
DROP TRIGGER `orgs_search_insert`;--> statement-breakpoint
DROP TRIGGER `orgs_search_forget`;--> statement-breakpoint
DROP TRIGGER `orgs_search_update`;--> statement-breakpoint
DROP TRIGGER `invite_codes_search_insert`;--> statement-breakpoint
DROP TRIGGER `invite_codes_search_update`;--> statement-breakpoint
DROP TRIGGER `redemption_codes_search_insert`;--> statement-breakpoint
DROP VIEW `users_search_texts`;--> statement-breakpoint
DROP VIEW `orgs_search_texts`;--> statement-breakpoint
DROP VIEW `invite_codes_search_texts`;--> statement-breakpoint
DROP VIEW `redemption_codes_search_texts`;--> statement-breakpoint
CREATE VIEW `users_search_values` AS SELECT 'users' AS source, seq, field.key AS field, field.value AS plain, status AS exact
FROM users, json_each(json_object('login', login, 'username', username, 'email', email)) AS field
WHERE status <> 'deleted';--> statement-breakpoint
CREATE VIEW `orgs_search_values` AS SELECT 'orgs' AS source, seq, 'name' AS field, name AS plain, NULL AS exact
FROM orgs;--> statement-breakpoint
CREATE VIEW `invite_codes_search_values` AS SELECT 'invite_codes' AS source, c.seq, field.key AS field, field.value AS plain, NULL AS exact
FROM invite_codes c JOIN users u ON u.id = c.user_id, json_each(json_object('code', c.code, 'login', u.login, 'email', u.email)) AS field;--> statement-breakpoint
CREATE VIEW `redemption_codes_search_values` AS SELECT 'redemption_codes' AS source, seq, field.key AS field, field.value AS plain,
	redemption_codes.type AS exact
FROM redemption_codes, json_each(json_object('code', code, 'batch_id', batch_id)) AS field;--> statement-breakpoint
CREATE VIEW `search_texts` AS SELECT
	source,
	seq,
	field,
	char(1, 1) || plain || coalesce((SELECT group_concat(char(1, 1) || substr(plain, place.key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(plain) - 1)), '00', ',0') || ']') AS place
		WHERE place.key > 0 AND iif(
			substr(plain, place.key, 2) GLOB '[ -~][ -~]',
			substr(plain, place.key, 2) GLOB '[^0-9A-Za-z][0-9A-Za-z]',
			(SELECT kind FROM search_characters WHERE first <= unicode(substr(plain, place.key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(plain, place.key, 1)) ORDER BY first DESC LIMIT 1))
		)), '') AS text,
	char(1, 1) || exact || char(1) AS exact
FROM (
	SELECT source, seq, field, plain, exact FROM users_search_values
	UNION ALL SELECT source, seq, field, plain, exact FROM orgs_search_values
	UNION ALL SELECT source, seq, field, plain, exact FROM invite_codes_search_values
	UNION ALL SELECT source, seq, field, plain, exact FROM redemption_codes_search_values
);--> statement-breakpoint
CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, max(text) FILTER (WHERE field = 'login'), max(text) FILTER (WHERE field = 'username'),
		max(text) FILTER (WHERE field = 'email'), max(exact)
	FROM search_texts WHERE source = 'users' AND seq = new.seq GROUP BY seq;
END;--> statement-breakpoint
CREATE TRIGGER `users_search_update` AFTER UPDATE OF login, username, email, status ON `users` BEGIN
	DELETE FROM users_search WHERE rowid = old.seq;
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, max(text) FILTER (WHERE field = 'login'), max(text) FILTER (WHERE field = 'username'),
		max(text) FILTER (WHERE field = 'email'), max(exact)
	FROM search_texts WHERE source = 'users' AND seq = new.seq GROUP BY seq;
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_insert` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) SELECT seq, text FROM search_texts WHERE source = 'orgs' AND seq = new.seq;
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_forget` BEFORE UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (orgs_search, rowid, name) SELECT 'delete', seq, text FROM search_texts WHERE source = 'orgs' AND seq = old.seq;
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_update` AFTER UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) SELECT seq, text FROM search_texts WHERE source = 'orgs' AND seq = new.seq;
END;--> statement-breakpoint
CREATE TRIGGER `invite_codes_search_insert` AFTER INSERT ON `invite_codes` BEGIN
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, max(text) FILTER (WHERE field = 'code'), max(text) FILTER (WHERE field = 'login'), max(text) FILTER (WHERE field = 'email')
	FROM search_texts WHERE source = 'invite_codes' AND seq = new.seq GROUP BY seq;
END;--> statement-breakpoint
CREATE TRIGGER `invite_codes_search_update` AFTER UPDATE OF login, email ON `users` BEGIN
	DELETE FROM invite_codes_search WHERE rowid IN (SELECT seq FROM invite_codes WHERE user_id = new.id);
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, max(text) FILTER (WHERE field = 'code'), max(text) FILTER (WHERE field = 'login'), max(text) FILTER (WHERE field = 'email')
	FROM search_texts WHERE source = 'invite_codes' AND seq IN (SELECT seq FROM invite_codes WHERE user_id = new.id) GROUP BY seq;
END;--> statement-breakpoint
CREATE TRIGGER `redemption_codes_search_insert` AFTER INSERT ON `redemption_codes` BEGIN
	INSERT INTO redemption_codes_search (rowid, code, batch_id, type)
	SELECT seq, max(text) FILTER (WHERE field = 'code'), max(text) FILTER (WHERE field = 'batch_id'), max(exact)
	FROM search_texts WHERE source = 'redemption_codes' AND seq = new.seq GROUP BY seq;
END;
