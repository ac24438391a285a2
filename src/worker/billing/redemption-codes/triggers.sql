-- The search index of redemption codes by code, batch and exact type. They never change, and codes aren't deleted, so an
-- insert is all it has to follow. `search_texts` in src/worker/ground/db/search says how it stores a text.
CREATE VIRTUAL TABLE `redemption_codes_search` USING fts5(code, batch_id, type, content='', contentless_delete=1, tokenize='trigram');

CREATE VIEW `redemption_codes_search_values` AS SELECT 'redemption_codes' AS source, seq, field.key AS field, field.value AS plain,
	redemption_codes.type AS exact
FROM redemption_codes, json_each(json_object('code', code, 'batch_id', batch_id)) AS field;

CREATE TRIGGER `redemption_codes_search_insert` AFTER INSERT ON `redemption_codes` BEGIN
	INSERT INTO redemption_codes_search (rowid, code, batch_id, type)
	SELECT seq, max(text) FILTER (WHERE field = 'code'), max(text) FILTER (WHERE field = 'batch_id'), max(exact)
	FROM search_texts WHERE source = 'redemption_codes' AND seq = new.seq GROUP BY seq;
END;
