import { sql } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import { byCodeUnit, canonical, hashOfText } from '../../ground/db/canonical.ts'
import { existing, type FieldError, invalid, withoutPermission } from '../../ground/http/errors.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { Unknown } from '../../ground/http/unknown.ts'
import { type Configured, mayWrite, writersOf } from '../../ground/write/configured.ts'
import type { Change, Entries, Item } from '../../ground/write/entry.ts'
import type { Redirect } from '../../ground/write/following.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { kindsOf } from '../kinds.ts'
import { mayApply } from './access.ts'
import { limitRefusal } from './limits.ts'
import { readState, type State, itemsOf, textOfDocument } from './state.ts'
import { type Named, namedIn, type Request } from './wanted.ts'
import { type Warning, warningsOf } from './warnings.ts'

/** What an apply would do. The plan and the apply are computed by the same function. */
export interface Plan {
	state: State
	/** The changes of each section that has any. */
	changes: ReadonlyMap<string, Change[]>
	/** The stored keys that would be sent to another address. */
	redirects: (Redirect & { section: string })[]
	warnings: Warning[]
	/** The document after the apply, and its hash. */
	text: string
	hash: string
	after: ReadonlyMap<string, Entries>
	/** The values of the document that are kept although we don't know them. */
	unknown: Unknown[]
}

/** The tag of a state: the document's `ETag`, and the `base` of a plan. */
export const tagOf = ({ hash }: Pick<State, 'hash'>) => `"${hash}"`

/** Reads an owner's configuration. Throws 404 for an unknown or a deleted org. One D1 call. */
export async function currentState(c: Caller, owner: string, document?: Record<string, unknown>): Promise<State> {
	// Any other text names no org, and could be too long for a parameter.
	const names = kindsOf(owner).flatMap(({ name, key, refersTo }) =>
		refersTo ? entriesOf(document?.[name]).flatMap(([one]) => (key.safeParse(one).success ? [one] : [])) : [],
	)
	const state = await readState(c, owner, names)
	return existing(state, 'Org')
}

/** What applying a document to a state would do. Throws what the apply would throw, except what a caller can confirm. */
export async function planOf(c: Caller, state: State, request: Request): Promise<Plan> {
	const isBlind = !mayApply(c.var.principal, state.owner)
	const { named, unknown } = namedIn(c.env, state, { ...request, isBlind })
	const after = new Map(itemsOf(state.sections))
	const problems: FieldError[] = []
	for (const one of named) problems.push(...place(after, one, { mode: request.mode, owner: state.owner }))
	const changes = new Map<string, Change[]>()
	for (const one of named) {
		const found = changesOf(state, one, after.get(one.kind.name) as Entries)
		if (found.length > 0) changes.set(one.kind.name, found)
	}
	problems.push(...missingIn(state, changes))
	if (problems.length > 0) throw invalid(problems)
	requireAccess(c, state.owner, request, changes)
	const growth = { owner: state.owner, changes, after }
	const refusal = await limitRefusal(c, growth, state.limits)
	if (refusal) throw refusal
	const redirects = kindsOf(state.owner).flatMap((kind) => redirectsOf(c, state, kind, { changes, after }))
	const text = textOfDocument(state.owner, after)
	const hash = hashOfText(text)
	const warnings = await warningsOf(c, { owner: state.owner, changes, after, redirects })
	return { state, changes, redirects, warnings, text, hash, after, unknown }
}

/** Merges the entries that a document names into those that stay. Returns what breaks a rule across entries. */
function place(
	after: Map<string, Entries>,
	{ kind, items }: Named,
	{ mode, owner }: Pick<Request, 'mode'> & Pick<State, 'owner'>,
): FieldError[] {
	const before = after.get(kind.name) as Entries
	const entries: Entries = new Map(mode === 'merge' ? before : [])
	for (const [key, item] of items) entries.set(key, mode === 'merge' ? merged(kind, before.get(key), item) : item)
	after.set(kind.name, entries)
	const problems = kind.settle?.(entries, items, owner) ?? []
	for (const [key, item] of entries) entries.set(key, item === before.get(key) ? item : canonical(item))
	return problems
}

/** A merge deletes nothing, not even an entry inside an entry. */
function merged({ child }: Configured, before: Item | undefined, item: Item): Item {
	if (!child || !before) return item
	const children = new Map([...entriesOf(before[child.field]), ...entriesOf(item[child.field])])
	return { ...item, [child.field]: Object.fromEntries(children) }
}

const NONE: ReadonlyMap<string, string> = new Map()

function changesOf({ sections }: State, { kind, plaintexts }: Named, after: Entries): Change[] {
	const stored = sections.get(kind.name)
	const keys = [...new Set([...(stored?.keys() ?? []), ...after.keys()])].sort(byCodeUnit)
	return keys.flatMap((key): Change[] => {
		const [one, item = null] = [stored?.get(key), after.get(key)]
		if (one && item && (item === one.item || JSON.stringify(item) === one.text)) return []
		const action = !one ? 'create' : item ? 'update' : 'delete'
		const before = one?.item ?? null
		return [{ action, key, before, after: item, stored: one, plaintexts: plaintexts.get(key) ?? NONE }]
	})
}

/** Checks that an entry of another kind exists when this one refers to it. */
const missingIn = ({ owner, known }: State, changes: Plan['changes']): FieldError[] =>
	kindsOf(owner).flatMap(({ name, refersTo }) =>
		(refersTo ? (changes.get(name) ?? []) : [])
			.filter(({ action, key }) => action === 'create' && !known.has(key))
			.map(({ key }) => ({ path: `${name}.${key}`, message: refersTo?.message ?? '' })),
	)

/** Throws 403 when a section changes that the caller's single calls couldn't change, as the overrides that operators set. */
function requireAccess(
	{ var: { principal } }: Caller,
	owner: string,
	{ isOnlyPlanned }: Pick<Request, 'isOnlyPlanned'>,
	changes: Plan['changes'],
) {
	if (isOnlyPlanned && principal.permissions.has('platform.read')) return
	const refused = kindsOf(owner).filter((kind) => changes.has(kind.name) && !mayWrite(principal, kind, owner))
	const [first] = refused
	if (first) throw withoutPermission(writersOf(first, owner)[0], { sections: refused.map(({ name }) => name) })
}

const redirectsOf = (
	{ env }: Caller,
	{ sections }: State,
	{ name, redirects }: Configured,
	{ changes, after }: Pick<Plan, 'changes' | 'after'>,
) =>
	(
		redirects?.planned(env, changes.get(name) ?? [], sections.get(name) ?? new Map(), after.get(name) ?? new Map()) ??
		[]
	).map((redirect) => ({ section: name, ...redirect }))

/** How many entries an apply deletes, including entries inside entries. */
export function deletionsOf({ changes }: Pick<Plan, 'changes'>, owner: string): number {
	const fields = new Map(kindsOf(owner).map(({ name, child }) => [name, child?.field ?? '']))
	return [...changes].reduce((sum, [name, list]) => sum + countIn(list, fields.get(name) ?? ''), 0)
}

function countIn(changes: Change[], field: string): number {
	return changes.reduce((sum, { before, after }) => {
		const left = new Set(entriesOf(after?.[field]).map(([key]) => key))
		const gone = entriesOf(before?.[field]).filter(([key]) => !left.has(key)).length
		return sum + gone + (after === null ? 1 : 0)
	}, 0)
}

export function responseOf({ state, changes, warnings, hash }: Plan) {
	const listed = [...changes].flatMap(([section, list]) =>
		list.map(({ action, key, before, after }) => ({ action, section, key, before, after })),
	)
	return { changes: listed, warnings, base: tagOf(state), hash }
}

/** SQL that holds while the configuration is unchanged since it was read, and its org not deleted. */
export const isUnmoved = ({ owner, generation }: State) =>
	sql`coalesce((SELECT g.generation FROM configuration_generations g WHERE g.owner = ${owner}), 0) = ${generation} AND ${isOrgOpen(sql`${owner}`)}`
