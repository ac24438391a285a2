import { expect, test } from 'vitest'
import { growthIn } from '../../src/tools/growth.ts'

const growth = (text: string, bearable = {}) => growthIn(new Map([['0999_new.sql', text]]), bearable)

test.for<[string, string]>([
	['CREATE INDEX `runs_new` ON `runs` (`model`);', 'makes an index of runs'],
	['CREATE UNIQUE INDEX `orgs_new` ON `orgs` (lower("name")) WHERE x;', 'makes an index of orgs'],
	['DROP INDEX `runs_status`;', 'drops the index runs_status'],
	['-- Why.\nUPDATE `orgs` SET `member_count` = 0;', 'updates rows of orgs'],
	['UPDATE OR REPLACE users SET x = 1;', 'updates rows of users'],
	['DELETE FROM jobs WHERE name = 1;', 'deletes rows of jobs'],
	['INSERT INTO marks (id)\nSELECT id FROM users WHERE x;', 'inserts a row for each of users'],
	["INSERT INTO users_search (users_search) VALUES ('delete-all');", 'fills again users_search'],
	['CREATE TABLE copies AS SELECT 1;', 'copies rows into copies'],
	['ALTER TABLE `runs` DROP COLUMN `x`;', 'reads or rewrites every row of runs'],
	['ALTER TABLE `runs` ADD `x` integer CHECK(x > 0);', 'reads or rewrites every row of runs'],
])('the check refuses %s', ([text, what]) => {
	expect(growth(text)).toEqual([
		`drizzle/0999_new.sql: ${what}, which takes longer the more rows there are. Let a job do it in pieces, or measure it and list it in src/tools/growth.ts.`,
	])
	expect(growth(text, { [`0999_new.sql: ${what}`]: 'Few rows.' })).toEqual([])
})

test('the check accepts what takes no longer with more rows', () => {
	expect(
		growth(
			[
				'CREATE TABLE `notes` (`id` text);',
				'CREATE INDEX `notes_id` ON `notes` (`id`);',
				"INSERT INTO notes (id) SELECT value FROM json_each('[1]');",
				'INSERT INTO counters (name) VALUES (1);',
				'UPDATE notes SET id = 1;',
				'ALTER TABLE `runs` ADD `x` integer DEFAULT 0 NOT NULL;',
				'DROP TRIGGER `a`;',
				'CREATE TRIGGER `a` AFTER INSERT ON `runs` BEGIN\n\tUPDATE orgs SET x = 1;\nEND;',
			].join('--> statement-breakpoint\n'),
		),
	).toEqual([])
})

test('the check names an entry of its list that no migration needs', () => {
	expect(growth('DROP TRIGGER a;', { '0999_new.sql: updates rows of orgs': 'x' })).toEqual([
		'src/tools/growth.ts lists "0999_new.sql: updates rows of orgs", which no migration does. Delete it.',
	])
})
