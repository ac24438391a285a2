CREATE TABLE `search_characters` (
	`first` integer PRIMARY KEY NOT NULL,
	`kind` integer NOT NULL
);--> statement-breakpoint
INSERT INTO `search_characters` (`first`, `kind`) SELECT value ->> 0, value ->> 1 FROM json_each('[[0,0],[48,1],[58,0],[65,1],[91,0],[97,1],[123,0],[170,1],[171,0],[178,1],[180,0],[181,1],[182,0],[185,1],[187,0],[188,1],[191,0],[192,1],[215,0],[216,1],[247,0],[248,1],[706,0],[710,1],[722,0],[736,1],[741,0],[748,1],[749,0],[750,1],[751,0],[768,1],[885,0],[886,1],[894,0],[895,1],[900,0],[902,1],[903,0],[904,1],[1014,0],[1015,1],[1154,0],[1155,1],[1370,0],[1376,1],[1417,0],[1425,1],[1470,0],[1471,1],[1472,0],[1473,1],[1475,0],[1476,1],[1478,0],[1479,1],[1523,0],[1552,1],[1563,0],[1568,1],[1642,0],[1646,1],[1748,0],[1749,1],[1757,0],[1759,1],[1769,0],[1770,1],[1789,0],[1791,1],[1792,0],[1808,1],[2038,0],[2042,1],[2046,0],[2048,1],[2096,0],[2112,1],[2142,0],[2144,1],[2184,0],[2185,1],[2192,0],[2199,1],[2274,0],[2275,1],[2404,0],[2406,1],[2416,0],[2417,1],[2546,0],[2548,1],[2554,0],[2556,1],[2557,0],[2558,1],[2678,0],[2689,1],[2800,0],[2809,1],[2928,0],[2929,1],[3059,0],[3072,1],[3191,0],[3192,1],[3199,0],[3200,1],[3204,0],[3205,1],[3407,0],[3412,1],[3449,0],[3450,1],[3572,0],[3585,2],[3647,0],[3648,2],[3663,0],[3664,2],[3674,0],[3713,2],[3841,0],[3864,2],[3866,0],[3872,2],[3892,0],[3893,2],[3894,0],[3895,2],[3896,0],[3897,2],[3898,0],[3902,2],[3973,0],[3974,2],[4030,0],[4038,2],[4039,0],[4096,2],[4170,0],[4176,2],[4254,0],[4256,1],[4347,0],[4348,1],[4960,0],[4969,1],[5008,0],[5024,1],[5120,0],[5121,1],[5741,0],[5743,1],[5760,0],[5761,1],[5787,0],[5792,1],[5867,0],[5870,1],[5941,0],[5952,1],[6016,2],[6100,0],[6103,2],[6104,0],[6108,2],[6144,0],[6155,1],[6158,0],[6159,1],[6464,0],[6470,1],[6480,2],[6622,0],[6656,1],[6686,0],[6688,2],[6816,0],[6823,2],[6824,0],[6832,1],[6912,2],[6990,0],[6992,2],[7002,0],[7019,2],[7028,0],[7040,1],[7164,0],[7168,1],[7227,0],[7232,1],[7294,0],[7296,1],[7360,0],[7376,1],[7379,0],[7380,1],[8125,0],[8126,1],[8127,0],[8130,1],[8141,0],[8144,1],[8157,0],[8160,1],[8173,0],[8178,1],[8189,0],[8304,1],[8314,0],[8319,1],[8330,0],[8336,1],[8352,0],[8400,1],[8448,0],[8450,1],[8451,0],[8455,1],[8456,0],[8458,1],[8468,0],[8469,1],[8470,0],[8473,1],[8478,0],[8484,1],[8485,0],[8486,1],[8487,0],[8488,1],[8489,0],[8490,1],[8494,0],[8495,1],[8506,0],[8508,1],[8512,0],[8517,1],[8522,0],[8526,1],[8527,0],[8528,1],[8586,0],[9312,1],[9372,0],[9450,1],[9472,0],[10102,1],[10132,0],[11264,1],[11493,0],[11499,1],[11513,0],[11517,1],[11518,0],[11520,1],[11632,0],[11647,1],[11776,0],[11823,1],[11824,0],[12293,2],[12294,1],[12295,2],[12296,0],[12321,2],[12330,1],[12336,0],[12337,1],[12342,0],[12344,2],[12348,1],[12349,0],[12353,2],[12441,1],[12443,0],[12445,2],[12448,0],[12449,2],[12539,0],[12540,1],[12541,2],[12593,1],[12688,0],[12690,1],[12694,0],[12704,2],[12736,0],[12784,2],[12800,0],[12832,1],[12842,0],[12872,1],[12880,0],[12881,1],[12896,0],[12928,1],[12938,0],[12977,1],[12992,0],[13312,2],[19904,0],[19968,2],[42128,0],[42192,1],[42238,0],[42240,1],[42509,0],[42512,1],[42611,0],[42612,1],[42622,0],[42623,1],[42738,0],[42775,1],[42784,0],[42786,1],[42889,0],[42891,1],[43048,0],[43052,1],[43062,0],[43072,1],[43124,0],[43136,1],[43214,0],[43216,1],[43256,0],[43259,1],[43260,0],[43261,1],[43310,0],[43312,1],[43359,0],[43360,1],[43392,2],[43457,0],[43471,1],[43472,2],[43486,0],[43488,2],[43520,1],[43612,0],[43616,2],[43639,0],[43642,2],[43742,0],[43744,1],[43760,0],[43762,1],[43867,0],[43868,1],[43882,0],[43888,1],[44011,0],[44012,1],[63744,2],[64256,1],[64297,0],[64298,1],[64434,0],[64467,1],[64830,0],[64848,1],[64912,0],[64914,1],[64968,0],[65008,1],[65020,0],[65024,1],[65040,0],[65056,1],[65072,0],[65136,1],[65279,0],[65296,1],[65306,0],[65313,1],[65339,0],[65345,1],[65371,0],[65382,2],[65392,1],[65393,2],[65438,1],[65504,0],[65536,1],[65792,0],[65799,1],[65847,0],[65856,1],[65913,0],[65930,1],[65932,0],[66045,1],[66463,0],[66464,1],[66512,0],[66513,1],[66927,0],[66928,1],[67671,0],[67672,1],[67703,0],[67705,1],[67871,0],[67872,1],[67903,0],[67904,1],[68176,0],[68192,1],[68223,0],[68224,1],[68296,0],[68297,1],[68336,0],[68352,1],[68409,0],[68416,1],[68505,0],[68521,1],[68974,0],[68975,1],[69006,0],[69216,1],[69293,0],[69296,1],[69328,0],[69370,1],[69461,0],[69488,1],[69510,0],[69552,1],[69703,0],[69714,1],[69819,0],[69826,1],[69837,0],[69840,1],[69952,0],[69956,1],[70004,0],[70006,1],[70085,0],[70089,1],[70093,0],[70094,1],[70107,0],[70108,1],[70109,0],[70113,1],[70200,0],[70206,1],[70313,0],[70320,1],[70612,0],[70625,1],[70731,0],[70736,1],[70746,0],[70750,1],[70854,0],[70855,1],[71105,0],[71128,1],[71233,0],[71236,1],[71264,0],[71296,1],[71353,0],[71360,1],[71376,2],[71424,1],[71484,0],[71488,1],[71739,0],[71840,1],[72004,0],[72016,1],[72162,0],[72163,1],[72255,0],[72263,1],[72346,0],[72349,1],[72350,0],[72368,1],[72448,0],[72544,1],[72673,0],[72688,1],[72769,0],[72784,1],[72816,0],[72818,1],[73463,0],[73472,1],[73539,0],[73552,1],[73685,0],[73728,1],[74864,0],[74880,1],[77809,0],[77824,1],[78896,0],[78912,1],[92782,0],[92784,1],[92917,0],[92928,1],[92983,0],[92992,1],[92996,0],[93008,1],[93549,0],[93552,1],[93847,0],[93856,1],[94178,0],[94179,2],[94180,1],[94192,2],[94208,1],[110576,2],[110960,1],[113820,0],[113821,1],[113823,0],[118000,1],[118010,0],[118528,1],[118608,0],[119141,1],[119146,0],[119149,1],[119155,0],[119163,1],[119171,0],[119173,1],[119180,0],[119210,1],[119214,0],[119362,1],[119365,0],[119488,1],[119552,0],[119648,1],[120513,0],[120514,1],[120539,0],[120540,1],[120571,0],[120572,1],[120597,0],[120598,1],[120629,0],[120630,1],[120655,0],[120656,1],[120687,0],[120688,1],[120713,0],[120714,1],[120745,0],[120746,1],[120771,0],[120772,1],[120832,0],[121344,1],[121399,0],[121403,1],[121453,0],[121461,1],[121462,0],[121476,1],[121477,0],[121499,1],[123215,0],[123536,1],[123647,0],[124112,1],[124415,0],[124608,1],[125278,0],[126065,1],[126124,0],[126125,1],[126128,0],[126129,1],[126254,0],[126255,1],[126704,0],[127232,1],[127245,0],[130032,1],[130042,0],[131072,2],[917505,0],[917760,1]]');--> statement-breakpoint
DROP TRIGGER `users_search_insert`;--> statement-breakpoint
DROP TRIGGER `users_search_update`;--> statement-breakpoint
DROP TRIGGER `orgs_search_insert`;--> statement-breakpoint
DROP TRIGGER `orgs_search_update`;--> statement-breakpoint
DROP TRIGGER `invite_codes_search_insert`;--> statement-breakpoint
DROP TRIGGER `invite_codes_search_update`;--> statement-breakpoint
DROP TRIGGER `redemption_codes_search_insert`;--> statement-breakpoint
CREATE VIEW `users_search_texts` AS SELECT
	seq,
	char(1, 1) || login || coalesce((SELECT group_concat(char(1, 1) || substr(login, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(login) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(login, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(login, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(login, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS login,
	char(1, 1) || username || coalesce((SELECT group_concat(char(1, 1) || substr(username, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(username) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(username, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(username, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(username, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS username,
	char(1, 1) || email || coalesce((SELECT group_concat(char(1, 1) || substr(email, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(email) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(email, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(email, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(email, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS email,
	char(1, 1) || status || char(1) AS status
FROM users WHERE status <> 'deleted';--> statement-breakpoint
CREATE VIEW `orgs_search_texts` AS SELECT
	seq,
	char(1, 1) || name || coalesce((SELECT group_concat(char(1, 1) || substr(name, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(name) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(name, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(name, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(name, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS name
FROM orgs;--> statement-breakpoint
CREATE VIEW `invite_codes_search_texts` AS SELECT
	c.seq,
	c.user_id,
	char(1, 1) || c.code || coalesce((SELECT group_concat(char(1, 1) || substr(c.code, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(c.code) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(c.code, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(c.code, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(c.code, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS code,
	char(1, 1) || u.login || coalesce((SELECT group_concat(char(1, 1) || substr(u.login, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(u.login) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(u.login, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(u.login, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(u.login, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS login,
	char(1, 1) || u.email || coalesce((SELECT group_concat(char(1, 1) || substr(u.email, key + 1, 2), '')
		FROM json_each('[0' || replace(hex(zeroblob(length(u.email) - 1)), '00', ',0') || ']')
		WHERE key > 0 AND substr(u.email, key, 2) NOT GLOB '[0-9A-Za-z][ -~]'
			AND (SELECT kind FROM search_characters WHERE first <= unicode(substr(u.email, key + 1, 1)) ORDER BY first DESC LIMIT 1)
				> min(1, (SELECT kind FROM search_characters WHERE first <= unicode(substr(u.email, key, 1)) ORDER BY first DESC LIMIT 1))), '') AS email
FROM invite_codes c JOIN users u ON u.id = c.user_id;--> statement-breakpoint
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
FROM redemption_codes;--> statement-breakpoint
INSERT INTO users_search (users_search) VALUES ('delete-all');--> statement-breakpoint
INSERT INTO orgs_search (orgs_search) VALUES ('delete-all');--> statement-breakpoint
INSERT INTO invite_codes_search (invite_codes_search) VALUES ('delete-all');--> statement-breakpoint
INSERT INTO redemption_codes_search (redemption_codes_search) VALUES ('delete-all');--> statement-breakpoint
INSERT INTO users_search (rowid, login, username, email, status)
SELECT seq, login, username, email, status FROM users_search_texts;--> statement-breakpoint
INSERT INTO orgs_search (rowid, name) SELECT seq, name FROM orgs_search_texts;--> statement-breakpoint
INSERT INTO invite_codes_search (rowid, code, login, email) SELECT seq, code, login, email FROM invite_codes_search_texts;--> statement-breakpoint
INSERT INTO redemption_codes_search (rowid, code, batch_id, type)
SELECT seq, code, batch_id, type FROM redemption_codes_search_texts;--> statement-breakpoint
CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, login, username, email, status FROM users_search_texts WHERE seq = new.seq;
END;--> statement-breakpoint
CREATE TRIGGER `users_search_update` AFTER UPDATE OF login, username, email, status ON `users` BEGIN
	DELETE FROM users_search WHERE rowid = old.seq;
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, login, username, email, status FROM users_search_texts WHERE seq = new.seq;
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_insert` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) SELECT seq, name FROM orgs_search_texts WHERE seq = new.seq;
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_forget` BEFORE UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (orgs_search, rowid, name) SELECT 'delete', seq, name FROM orgs_search_texts WHERE seq = old.seq;
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_update` AFTER UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) SELECT seq, name FROM orgs_search_texts WHERE seq = new.seq;
END;--> statement-breakpoint
CREATE TRIGGER `invite_codes_search_insert` AFTER INSERT ON `invite_codes` BEGIN
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, code, login, email FROM invite_codes_search_texts WHERE seq = new.seq;
END;--> statement-breakpoint
CREATE TRIGGER `invite_codes_search_update` AFTER UPDATE OF login, email ON `users` BEGIN
	DELETE FROM invite_codes_search WHERE rowid IN (SELECT seq FROM invite_codes WHERE user_id = new.id);
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, code, login, email FROM invite_codes_search_texts WHERE user_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `redemption_codes_search_insert` AFTER INSERT ON `redemption_codes` BEGIN
	INSERT INTO redemption_codes_search (rowid, code, batch_id, type)
	SELECT seq, code, batch_id, type FROM redemption_codes_search_texts WHERE seq = new.seq;
END;
