-- The form of each value in a search index. The slice of a searched table lists the values in a view `<table>_search_values`.
-- SQL has no functions, so this view takes the values of all tables, and the expression exists once. A condition on `source` and
-- `seq` reads a single row.
--
-- Two marks (U+0001) come before the value. The first two characters of each further word follow it, with two marks each. So one
-- or two characters at the beginning of a word are enough for a trigram. In ASCII a word begins with a letter or digit after
-- anything else. Other characters are looked up: a word begins with a letter (1) after a character that ends a word (0), and with
-- each character of a script without spaces (2). `exact` also ends with a mark, so a search can ask for the whole value.
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
);
