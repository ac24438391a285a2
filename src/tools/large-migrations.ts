// How released migrations are sent to a large database. `wrangler d1 migrations apply` sends a file as one query, and D1 ends a
// query after 30 seconds. So an index is made or dropped in a call of its own, and what fills rows goes through them by ranges.

/** The table of the migrations that were applied, as `wrangler d1 migrations apply` makes it. */
export const RECORDS =
	'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)'

/** The progress of a migration that is being applied. It's gone once all are applied. */
export const PLACES = 'migration_places'

/** One batch, or a statement for each range of rows. Its parameters are the bounds: `seq > ? AND seq <= ?`. */
export type Step = { batch: string[] } | { fill: Fill }

export interface Fill {
	/** Under which name the place of the fill is kept. */
	name: string
	table: string
	statement: string
}

/** How far a fill is, in SQL. */
const placeOf = (name: string) => `(SELECT place FROM ${PLACES} WHERE name = '${name}')`

const where = (fill: string, condition: string) => `${fill.trim().replace(/;$/, '')} WHERE ${condition}`

const SEARCHES = ['users', 'orgs', 'invite_codes', 'redemption_codes']

const indexed = (index: number) => `${SEARCHES[index]}_search`

/** Fills that have to be taken apart. Each plan runs the file's own statements, in an order that live writes can't disturb. */
const PLANS: Record<string, (statements: string[]) => Step[]> = {
	'0010_search_words.sql': (statements) => {
		const first = statements.findIndex((text) => text.includes("'delete-all'"))
		const emptied = statements.filter((text) => text.includes("'delete-all'"))
		const fills = statements.slice(first + emptied.length, first + 2 * emptied.length)
		const triggers = statements.slice(first + 2 * emptied.length)
		const held = triggers.flatMap(heldBack)
		return [
			{ batch: [...statements.slice(0, first), ...held] },
			...emptied.map((text) => ({ batch: [text] })),
			...fills.map((fill, index) => ({
				fill: {
					name: indexed(index),
					table: SEARCHES[index] as string,
					statement: where(fill, 'seq > ? AND seq <= ?'),
				},
			})),
			{
				batch: [
					// Rows that were added meanwhile.
					...fills.map((fill, index) => where(fill, `seq > ${placeOf(indexed(index))}`)),
					...held.map((text) => `DROP TRIGGER ${/TRIGGER (`\w+`)/.exec(text)?.[1]}`),
					...triggers,
				],
			},
		]
	},
	// Until the indexes are there, two entries could get one name.
	'0075_platform_models.sql': (statements) => [{ batch: statements }],
	'0028_member_counts.sql': ([column = '', fill = '', ...triggers]) => [
		{ batch: [column, ...triggers] },
		{
			fill: { name: 'member_count', table: 'orgs', statement: where(fill, 'seq > ? AND seq <= ?') },
		},
	],
}

/** A trigger of a search index that keeps the rows up to the fill's place as they are in the table, and leaves others to the fill. */
function heldBack(trigger: string): string[] {
	if (!/ (?:AFTER|BEFORE) UPDATE OF /.test(trigger)) return []
	const renamed = trigger.replace('CREATE TRIGGER `', 'CREATE TRIGGER `migrating_')
	const search = /\w+_search(?= )/.exec(trigger.slice(trigger.indexOf('BEGIN')))?.[0] as string
	return search === 'invite_codes_search'
		? [renamed.replaceAll('user_id = new.id', `user_id = new.id AND seq <= ${placeOf(search)}`)]
		: [renamed.replace(' BEGIN', ` WHEN old.seq <= ${placeOf(search)} BEGIN`)]
}

const INDEX = /^(?:\s*--.*\n)*\s*(?:CREATE|DROP)\s+(?:UNIQUE\s+)?INDEX\b/i

/** The steps of a migration. Together they do what the file does. */
export function stepsOf(file: string, text: string): Step[] {
	const statements = text.split('--> statement-breakpoint')
	const planned = PLANS[file]?.(statements)
	if (planned) return planned
	const [indexes, others] = [
		statements.filter((statement) => INDEX.test(statement)),
		statements.filter((statement) => !INDEX.test(statement)),
	]
	return [...(others.length > 0 ? [{ batch: others }] : []), ...indexes.map((statement) => ({ batch: [statement] }))]
}
