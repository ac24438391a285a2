-- The search index of redemption codes. The mark after `type` lets a search ask for the whole value. A code, its batch and
-- its type never change, and codes are not deleted, so an insert is the only event.
CREATE VIRTUAL TABLE `redemption_codes_search` USING fts5(code, batch_id, type, content='', contentless_delete=1, tokenize='trigram');

-- The texts in the index. Two marks (U+0001) stand before a value, and behind it are the first two characters of each
-- further word, with two marks each. So one or two characters make a trigram at the beginning of a word. A character of a
-- script without spaces counts as a word. src/db/search.ts reads the index. GLOB only saves look-ups: between two ASCII
-- characters no word begins if the first is a letter or digit.
CREATE VIEW `redemption_codes_search_texts` AS SELECT
	seq,
	char(1, 1) || code || coalesce((SELECT group_concat(char(1, 1) || substr(code, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(code) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(code, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(code, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(code, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS code,
	char(1, 1) || batch_id || coalesce((SELECT group_concat(char(1, 1) || substr(batch_id, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(batch_id) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(batch_id, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(batch_id, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(batch_id, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS batch_id,
	char(1, 1) || type || char(1) AS type
FROM redemption_codes;

CREATE TRIGGER `redemption_codes_search_insert` AFTER INSERT ON `redemption_codes` BEGIN
	INSERT INTO redemption_codes_search (rowid, code, batch_id, type)
	SELECT seq, code, batch_id, type FROM redemption_codes_search_texts WHERE seq = new.seq;
END;
