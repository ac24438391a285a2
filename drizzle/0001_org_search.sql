-- Finds orgs by any three characters of their name. Rows point to an org by its explicit row number.
CREATE VIRTUAL TABLE `orgs_search` USING fts5(name, content='orgs', content_rowid='seq', tokenize='trigram');--> statement-breakpoint
CREATE TRIGGER `orgs_search_insert` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) VALUES (new.seq, new.name);
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_update` AFTER UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (orgs_search, rowid, name) VALUES ('delete', old.seq, old.name);
	INSERT INTO orgs_search (rowid, name) VALUES (new.seq, new.name);
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_delete` AFTER DELETE ON `orgs` BEGIN
	INSERT INTO orgs_search (orgs_search, rowid, name) VALUES ('delete', old.seq, old.name);
END;
