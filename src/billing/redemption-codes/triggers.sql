-- The search index of redemption codes. Two marks (U+0001) before each value let a search find one or two characters at its
-- beginning. The mark after `type` lets a search ask for the whole value. src/db/search.ts reads it. A code, its batch and
-- its type never change, and codes are not deleted, so an insert is the only event.
CREATE VIRTUAL TABLE `redemption_codes_search` USING fts5(code, batch_id, type, content='', contentless_delete=1, tokenize='trigram');

CREATE TRIGGER `redemption_codes_search_insert` AFTER INSERT ON `redemption_codes` BEGIN
	INSERT INTO redemption_codes_search (rowid, code, batch_id, type)
	VALUES (new.seq, char(1, 1) || new.code, char(1, 1) || new.batch_id, char(1, 1) || new.type || char(1));
END;
