-- `orgs.member_count`. Counting the memberships of each org of a page would read every one of them. Nothing moves a
-- membership to another org.
CREATE TRIGGER `memberships_count_insert` AFTER INSERT ON `memberships` BEGIN
	UPDATE orgs SET member_count = member_count + 1 WHERE id = new.org_id;
END;

CREATE TRIGGER `memberships_count_delete` AFTER DELETE ON `memberships` BEGIN
	UPDATE orgs SET member_count = member_count - 1 WHERE id = old.org_id;
END;

-- The search index of orgs by name. The database keeps it, because sign-in writes orgs too. Orgs are not deleted.
CREATE VIRTUAL TABLE `orgs_search` USING fts5(name, content='orgs', content_rowid='seq', tokenize='trigram');

-- The texts in the index. Two marks (U+0001) stand before a value, and behind it are the first two characters of each
-- further word, with two marks each. So one or two characters make a trigram at the beginning of a word. A character of a
-- script without spaces counts as a word. src/db/search.ts reads the index. GLOB only saves look-ups: between two ASCII
-- characters no word begins if the first is a letter or digit.
CREATE VIEW `orgs_search_texts` AS SELECT
	seq,
	char(1, 1) || name || coalesce((SELECT group_concat(char(1, 1) || substr(name, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(name) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(name, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(name, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(name, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS name
FROM orgs;

CREATE TRIGGER `orgs_search_insert` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) SELECT seq, name FROM orgs_search_texts WHERE seq = new.seq;
END;

-- An external-content index forgets a row only when it is given the very text that it indexed. The view shows it only before
-- the change.
CREATE TRIGGER `orgs_search_forget` BEFORE UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (orgs_search, rowid, name) SELECT 'delete', seq, name FROM orgs_search_texts WHERE seq = old.seq;
END;

CREATE TRIGGER `orgs_search_update` AFTER UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) SELECT seq, name FROM orgs_search_texts WHERE seq = new.seq;
END;
