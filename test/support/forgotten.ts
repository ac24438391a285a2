import type { Operation } from '../../src/worker/ground/http/operations.ts'
import { isForPlatform } from './access.ts'
import type { SpecRow } from './spec.ts'

interface House {
	rows: readonly SpecRow[]
	/** The operations that the app declares, with `{parameters}`. */
	operations: readonly Pick<Operation, 'method' | 'path' | 'tag'>[]
	/** `METHOD /path` of every route of the app. */
	routes: readonly string[]
	/** The folders of slices, and whether each has a README. */
	rooms: Readonly<Record<string, boolean>>
}

/** What a new operation still lacks, in sentences that say what to do. */
export function forgotten({ rows, operations, routes, rooms }: House): string[] {
	const served = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))
	const named = new Set(rows.map(({ name }) => name))
	const silent = routes.filter((name) => !served.has(name))
	const unlisted = [...served.keys()].filter((name) => !named.has(name))
	const untagged = new Set(operations.flatMap(({ tag, path }) => (tag === undefined ? [path] : [])))
	return [
		...silent.map((name) => `${name} does not say who may call it: begin its route line with an access marker`),
		...unlisted.map((name) => `${name} has no row: add one in test/support/spec, in the file of its chapter`),
		...[...untagged].map((path) => `${path} is mounted without a tag: mount its slice by mount() in src/worker/app.ts`),
		...rows.flatMap((row, index) => {
			if (rows.findIndex(({ name }) => name === row.name) < index)
				return [`${row.name} has two rows: delete the one in ${row.file}`]
			if (row.notBuilt)
				return served.has(row.name) ? [`${row.name} is served: delete notBuilt from its row in ${row.file}`] : []
			if (!served.has(row.name))
				return [`${row.name} has a row in ${row.file} but is not served: mount its slice in src/worker/app.ts`]
			return missing(row)
		}),
		...Object.entries(rooms)
			.filter(([, hasReadme]) => !hasReadme)
			.map(([folder]) => `${folder} has no README.md: write its law, as .github/CONTRIBUTING.md says`),
	]
}

function missing(row: SpecRow): string[] {
	const kind = row.method === 'GET' ? 'read' : 'write'
	const mayCall = row.access !== 'anyone' && !isForPlatform(row)
	return [
		...(row[kind] || row.noSample
			? []
			: [`${row.name} has no ${kind} sample: add "${kind}" to its row in ${row.file}, or say why in "noSample"`]),
		...(mayCall && !row.stranger
			? [`${row.name} does not say what a stranger gets: add "stranger" to its row in ${row.file}`]
			: []),
	]
}
