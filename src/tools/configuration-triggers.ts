// Part of `npm run check`: the triggers that count changes of the configuration follow from the kinds. `npm run db:triggers`
// writes them. A changed trigger needs a migration too, which `triggers.ts` asks for.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { KINDS } from '../worker/changes/kinds.ts'
import { PLATFORM } from '../worker/ground/db/columns.ts'
import type { Configured, ConfiguredTable } from '../worker/ground/write/configured.ts'
import { keyOf } from '../worker/ground/write/undo.ts'
import { ROOT } from './settings.ts'

const FILE = 'src/worker/changes/configuration/triggers.sql'

const HEAD = `-- Generated from the configuration kinds by npm run db:triggers.
--
-- configuration_generations counts the configuration changes of the platform and of each org. An apply is computed from a state
-- that it read, so its batch is refused when the count changed since. The database counts, so every writer of a configuration
-- table increases the count in the same transaction, including writers added later.
`

const COUNT = `	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
`

/** Counts a change for an owner that the row names; `row` is new or old. */
type OwnerOf = (row: 'new' | 'old') => string

const counting = (owner: string) =>
	`	INSERT INTO configuration_generations (owner, generation) VALUES (${owner}, 1)\n${COUNT}`

/** Counts a change for an owner that another row names, and that may be gone. */
const countingOf = (owner: string) =>
	`	INSERT INTO configuration_generations (owner, generation) SELECT ${owner}, 1 WHERE ${owner} IS NOT NULL\n${COUNT}`

function ofTable({ table, counted, deletes }: ConfiguredTable, count: (row: 'new' | 'old') => string): string[] {
	const name = getTableName(table)
	const columns = (counted ?? []).map((column) => column.name)
	const differs = columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')
	const update = counted
		? `-- Other columns aren't part of a document.
CREATE TRIGGER \`configuration_${name}_update\` AFTER UPDATE OF ${columns.join(', ')} ON \`${name}\` WHEN ${differs} BEGIN`
		: `CREATE TRIGGER \`configuration_${name}_update\` AFTER UPDATE ON \`${name}\` BEGIN`
	return [
		`CREATE TRIGGER \`configuration_${name}_insert\` AFTER INSERT ON \`${name}\` BEGIN\n${count('new')}`,
		`${update}\n${count('new')}`,
		// A row that is hidden first goes later, and is no change then.
		...(deletes
			? []
			: [`CREATE TRIGGER \`configuration_${name}_delete\` AFTER DELETE ON \`${name}\` BEGIN\n${count('old')}`]),
	]
}

function ofKind({ rows, child }: Configured): string[] {
	const owner: OwnerOf = (row) => (rows.owner ? `${row}.${rows.owner.name}` : `'${PLATFORM}'`)
	const own = ofTable(rows, (row) => counting(owner(row)))
	if (!child) return own
	const parent = getTableName(rows.table)
	const ofParent: OwnerOf = (row) =>
		`(SELECT p.${rows.owner?.name} FROM ${parent} p WHERE p.id = ${row}.${child.parent.name})`
	return [...own, ...ofTable(child, (row) => (rows.owner ? countingOf(ofParent(row)) : counting(owner(row))))]
}

/** Whose a secret is: that of its row. */
function ownerOfSecret({ name, rows, secrets }: Configured, row: 'new' | 'old'): string[] {
	if (!secrets) return []
	const fields = secrets.fields.map((field) => `'${field}'`).join(', ')
	const isOf = `${row}.table_name = '${name}' AND ${row}.column_name IN (${fields})`
	const [id] = keyOf(rows.table)
	if (!rows.owner) return [`iif(${isOf}, '${PLATFORM}', NULL)`]
	// The vault's row id begins with the owner.
	if (rows.owner === id) return [`iif(${isOf}, substr(${row}.row_id, 1, instr(${row}.row_id, ' ') - 1), NULL)`]
	return [`(SELECT r.${rows.owner.name} FROM ${name} r WHERE ${isOf} AND r.${id?.name} = ${row}.row_id)`]
}

function ofSecrets(when: 'INSERT' | 'UPDATE OF created_at' | 'DELETE'): string {
	const owners = KINDS.flatMap((kind) => ownerOfSecret(kind, when === 'DELETE' ? 'old' : 'new'))
	const name = when.split(' ')[0]?.toLowerCase()
	return `CREATE TRIGGER \`configuration_secrets_${name}\` AFTER ${when} ON \`secrets\` BEGIN
	INSERT INTO configuration_generations (owner, generation)
	SELECT owner, 1 FROM (SELECT coalesce(
		${owners.join(',\n\t\t')}
	) AS owner) WHERE owner IS NOT NULL
${COUNT}`
}

const SECRETS = `-- A secret belongs to the owner of its row. Re-sealing doesn't change created_at, so rotating keys doesn't count.
`

const [inserted, ...others] = (['INSERT', 'UPDATE OF created_at', 'DELETE'] as const).map(ofSecrets)
const text = [HEAD, ...KINDS.flatMap(ofKind), `${SECRETS}${inserted}`, ...others].join('\n')

if (process.argv.includes('--check')) {
	if (readFileSync(join(ROOT, FILE), 'utf8') !== text) {
		console.error(`${FILE} is not what the kinds of configuration say: run npm run db:triggers, then make a migration`)
		process.exit(1)
	}
} else writeFileSync(join(ROOT, FILE), text)
