-- Keeps `orgs.member_count`. Counting the memberships of each org on a page would read every one of them. Nothing moves a
-- membership to another org.
CREATE TRIGGER `memberships_count_insert` AFTER INSERT ON `memberships` BEGIN
	UPDATE orgs SET member_count = member_count + 1 WHERE id = new.org_id;
END;

CREATE TRIGGER `memberships_count_delete` AFTER DELETE ON `memberships` BEGIN
	UPDATE orgs SET member_count = member_count - 1 WHERE id = old.org_id;
END;

-- The search index of orgs by name. The database keeps it, because sign-in writes orgs too. Orgs are not deleted.
-- `search_texts` in src/worker/ground/db/search says how it stores a text.
CREATE VIRTUAL TABLE `orgs_search` USING fts5(name, content='orgs', content_rowid='seq', tokenize='trigram');

CREATE VIEW `orgs_search_values` AS SELECT 'orgs' AS source, seq, 'name' AS field, name AS plain, NULL AS exact
FROM orgs;

CREATE TRIGGER `orgs_search_insert` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) SELECT seq, text FROM search_texts WHERE source = 'orgs' AND seq = new.seq;
END;

-- An external-content index deletes a row only if it gets the exact text that it indexed. The view shows that text only before
-- the change.
CREATE TRIGGER `orgs_search_forget` BEFORE UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (orgs_search, rowid, name) SELECT 'delete', seq, text FROM search_texts WHERE source = 'orgs' AND seq = old.seq;
END;

CREATE TRIGGER `orgs_search_update` AFTER UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) SELECT seq, text FROM search_texts WHERE source = 'orgs' AND seq = new.seq;
END;
