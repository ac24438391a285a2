-- The search index of orgs by name. Two marks (U+0001) before the name let a search find one or two characters at its
-- beginning. src/db/search.ts reads it. The database keeps it, because sign-in writes orgs too. Orgs are not deleted.
CREATE VIRTUAL TABLE `orgs_search` USING fts5(name, content='orgs', content_rowid='seq', tokenize='trigram');

CREATE TRIGGER `orgs_search_insert` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) VALUES (new.seq, char(1, 1) || new.name);
END;

-- An external-content index forgets a row only when it is given the very text that it indexed, marks included.
CREATE TRIGGER `orgs_search_update` AFTER UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (orgs_search, rowid, name) VALUES ('delete', old.seq, char(1, 1) || old.name);
	INSERT INTO orgs_search (rowid, name) VALUES (new.seq, char(1, 1) || new.name);
END;
