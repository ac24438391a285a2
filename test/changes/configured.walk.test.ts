import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Caller as Applier } from '../../src/worker/context.ts'
import type { ConfiguredTable } from '../../src/worker/ground/write/configured.ts'
import type { Row } from '../../src/worker/ground/write/entry.ts'
import { type Reply, as } from '../support/api.ts'
import { orgPath } from '../support/configuration.ts'
import { KINDS } from '../support/configured.ts'
import type { Call, Here, Kind, Limited, Sample } from '../support/configured/kind.ts'
import { dump } from '../support/dump.ts'
import { EVENT_TYPES, KINDS as CONFIGURED, LOCKING, forgetPrincipals } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { revert } from '../support/reverts.ts'
import {
	applied,
	expectSaid,
	exported,
	following,
	leave,
	put,
	reference,
	settleIn,
	stateBefore,
	succeeding,
	timeOut,
	WAYS,
	withEntry,
	WITHIN,
} from '../support/walk.ts'
import { type Caller, create, unique, user } from '../support/world.ts'

// One rule for every kind of configuration: whichever way a change is made or undone, it has the same consequences. Every apply,
// both reverts, restores and the end of an unconfirmed change are compared with a single call. By night each sample is made in each
// way. By day the ways take turns.

/** Events of kinds that need more than a change: runs that a budget counts, and deliveries of an endpoint. */
const NOT_BY_CHANGES = /^(budget|webhook_endpoint)\./

const NOT_CONFIRMABLE = { status: 400, body: { details: { reason: 'change.not_confirmable' } } }

let turn = 0

/** The next few of a list, or all of them by night. */
function next<T>(list: T[], few: number): T[] {
	const turned = list.map((_, index) => list[(turn + index) % list.length] as T)
	turn += few
	return turned.slice(0, runsOf(few, list.length))
}

let here: Here

beforeAll(async () => {
	here = await settleIn()
})

// Limits.

interface Filled {
	owner: Caller
	path: string
	kind: Kind
	limited: Limited
}

/** A new org with an entry that stays and one that goes. */
async function full({ section }: Kind, { stays, goes }: Limited) {
	const owner = await user('owner')
	const path = orgPath(owner)
	const both = () => ({ [section]: Object.fromEntries([stays, goes]) })
	expect(await put({ of: 'org' }, both, { by: owner, path })).toMatchObject({ status: 200 })
	return { owner, path }
}

/** From now on, the entry that stays is as much as the org may have. */
const fill = ({ owner: { org_id }, limited: { by } }: Filled) =>
	typeof by === 'string' ? create.override(org_id, { key: by, value: '1' }) : by(org_id)

const reasonOf = ({ status, body }: Reply) => (status === 409 ? body.details.reason : status)

/** Applies the org's document with the section as it is, with or without the entry that goes. */
function applyTo({ owner, path, kind, limited }: Filled, has: boolean, headers = {}) {
	const [key, entry] = limited.goes
	return put(kind, withEntry(kind, key, has ? entry : null), { by: owner, path, headers })
}

const GROWTH: Record<string, (filled: Filled) => Promise<unknown>> = {
	'a single call': async (filled) => {
		await filled.limited.remove(filled.owner)
		await fill(filled)
		return reasonOf(await filled.limited.create(filled.owner))
	},
	'an apply': async (filled) => {
		await filled.limited.remove(filled.owner)
		await fill(filled)
		return reasonOf(await applyTo(filled, true))
	},
	'the revert of a call': async (filled) => {
		const removed = await succeeding(filled.limited.remove(filled.owner))
		await fill(filled)
		return reasonOf(await revert(filled.owner, removed))
	},
	'the revert of an apply': async (filled) => {
		const removed = await succeeding(applyTo(filled, false))
		await fill(filled)
		return reasonOf(await revert(filled.owner, removed))
	},
	'a restore': async (filled) => {
		const { limited, owner, path } = filled
		const { body } = await succeeding(applyTo(filled, false))
		// A revision never contains more than a fixed limit.
		if (typeof limited.by !== 'string') return limited.reason
		await fill(filled)
		return reasonOf(await owner.post(`${path}/revisions/${body.revision - 1}/restore`))
	},
	'the end of an unconfirmed apply': async (filled) => {
		const removed = await succeeding(applyTo(filled, false, WITHIN))
		await fill(filled)
		const { status, reason } = (await timeOut(removed)) ?? {}
		return status === 'failed' ? reason : status
	},
}

// Permissions.

/** The kind's first sample with a single call, else its first sample. */
const oneOf = ({ samples }: Pick<Kind, 'samples'>) =>
	(Object.values(samples).find(({ forth, back }) => forth && back) ?? Object.values(samples)[0]) as Sample

/** What a revert returns to an org's owner, to their key with only `org.settings`, and to a platform admin. */
async function revertsOf(kind: Kind, make: () => Promise<Reply>) {
	const { owner, root } = here
	const { key } = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body
	const statuses: Record<string, number> = {}
	for (const [who, caller] of Object.entries({ key: as(key), owner, root })) {
		await applied(kind, oneOf(kind), 'before')
		statuses[who] = (await revert(caller, await make())).status
	}
	return statuses
}

/** Whether a restore by the org's owner restores the section. */
async function isRestoredByOwner(kind: Kind) {
	const sample = oneOf(kind)
	await applied(kind, sample, 'before')
	const [path, document] = [orgPath(here), await exported(kind)]
	const { body } = await applied(kind, sample, 'after')
	const restore = `${path}/revisions/${body.revision - 1}/restore?allow_deletes=5000&confirm=true`
	await succeeding(here.owner.post(restore))
	return JSON.stringify((await exported(kind))[kind.section]) === JSON.stringify(document[kind.section])
}

// The walk.

for (const [index, kind] of KINDS.entries()) {
	const name = `${kind.of} ${kind.section}`
	const samples = Object.entries(kind.samples)
	for (const [what, sample] of samples) {
		test(`${name}, ${what}: a single call`, async () => {
			const { forth, back } = await reference(kind, sample)
			expectSaid(forth, sample.says?.forth)
			expectSaid(back, sample.says?.back)
			expect(forth.seen).not.toEqual(back.seen)
		})

		const ways = WAYS.filter(
			({ bySingleCall, isOnTrial }) => (sample.forth || !bySingleCall) && (kind.isConfirmable || !isOnTrial),
		)
		for (const way of next(ways, samples.length === 1 ? 2 : 1))
			test(`${name}, ${what}: ${way.name}`, async () => {
				const { forth, back } = await reference(kind, sample)
				const state = await stateBefore(kind, sample)
				let made = {} as Reply
				const effects = await following(kind, sample, [
					async () => void (made = await way.make(kind, sample)),
					() => way.undo(kind, made),
				])
				expect(effects).toEqual([forth, back])
				expect(await exported(kind)).toEqual(state.document)
				if (!way.isExact) return
				expect(await dump()).toEqual(state.rows)
				leave(state)
			})
	}

	const { forth: call } = oneOf(kind)
	if (call && !kind.isConfirmable)
		test(`${name}: a single call can't wait for its confirmation`, async () => {
			expect(await call(here, { headers: WITHIN })).toMatchObject(NOT_CONFIRMABLE)
		})

	for (const limited of kind.limits ?? []) {
		const what = typeof limited.by === 'string' ? limited.by : limited.reason
		for (const [way, refusal] of next(Object.entries(GROWTH), 2))
			test(`${name}, ${what} binds ${way}`, async () => {
				const { owner, path } = await full(kind, limited)
				expect(await refusal({ owner, path, kind, limited })).toEqual(limited.reason)
			})
	}

	const mayOwner = kind.permission !== 'platform_admin'
	// Who reads an org's change but could not make it gets 403.
	const refused = kind.of === 'org' ? 403 : 404
	const may = { owner: mayOwner ? 200 : refused, root: 200 }

	test(`${name}: who may revert a call`, async () => {
		const byCall = await revertsOf(kind, () => succeeding((call as Call)(here)))
		expect(byCall).toEqual({ ...may, key: kind.permission === 'org.settings' ? 200 : refused })
	})

	if ((index + 2) % 4 < runsOf(1, 4))
		test(`${name}: who may revert an apply, and what an owner restores`, async () => {
			// A key without `data.secrets` can't apply a document, so whether it may revert an apply of rules alone stays open.
			expect(await revertsOf(kind, () => applied(kind, oneOf(kind), 'after'))).toMatchObject(may)
			if (kind.of === 'org') expect(await isRestoredByOwner(kind)).toBe(mayOwner)
		})
}

// The walk must know every section and every event.

test('the walk covers every section of both documents', async () => {
	for (const of of ['platform', 'org'] as const) {
		const sections = Object.keys(await exported({ of })).filter((name) => name !== 'version')
		const walked = KINDS.filter((kind) => kind.of === of).map(({ section }) => section)
		const missing = sections.filter((name) => !walked.includes(name))
		expect(
			missing.map((name) => `${name} (${of}) has no sample: add the kind to a file in test/support/configured/`),
		).toEqual([])
		expect(walked.filter((name) => !sections.includes(name))).toEqual([])
	}
})

test("every column of a kind's tables is in the rows that a document makes", async () => {
	const c = { env, var: { principal: { user_id: null } } } as unknown as Applier
	const lacking = ({ table, loose = [] }: ConfiguredTable, row: Row) =>
		Object.entries(getTableColumns(table))
			.filter(([name, column]) => !column.generated && !loose.includes(name) && !(name in row))
			.map(([name]) => `${getTableName(table)}.${name}`)
	const found = new Set<string>()
	for (const { section, of, samples } of KINDS) {
		const kind = CONFIGURED.find(({ name }) => name === section)
		const { key, before, after } = oneOf({ samples })
		if (!kind) throw new Error(`src/worker/changes/kinds.ts has no ${section}, which a sample of the walk changes`)
		const entry = { ...(after ?? before) }
		const item = { ...entry, ...kind.entry(key).parse(entry) }
		const known = Object.fromEntries(Object.keys(getTableColumns(kind.rows.table)).map((name) => [name, null]))
		const stored = { item, text: '', row: known, children: new Map(), secrets: new Map() }
		const making = { c, owner: of, key, item, stored, plaintexts: new Map(), at: '', seal: () => {} }
		const row = await kind.toRow(making)
		for (const name of lacking(kind.rows, row)) found.add(name)
		const child = kind.child
		for (const [inner, one] of Object.entries(child ? (entry[child.field] ?? {}) : {}))
			if (child) for (const name of lacking(child, child.toRow(row, inner, one as Row, undefined))) found.add(name)
	}
	expect(
		[...found].map(
			(name) =>
				`An apply would erase ${name}: add it to entry, document, stored and toRow in the configured.ts of its slice`,
		),
	).toEqual([])
})

test('while a change that can lock somebody out waits, permissions are read again after a second', () => {
	const canLockOut = CONFIGURED.filter(({ lockout, forget }) => lockout || forget?.includes(forgetPrincipals))
	expect([...canLockOut.map(({ rows }) => getTableName(rows.table)), 'configuration_revisions'].sort()).toEqual(
		[...LOCKING].sort(),
	)
})

test('the walk emits every configuration event', async () => {
	const walked = new Set<string>()
	for (const kind of KINDS)
		for (const sample of Object.values(kind.samples)) {
			const { forth, back } = await reference(kind, sample)
			for (const text of [...forth.events, ...back.events]) walked.add(text.split(' ')[0] as string)
		}
	const tables = CONFIGURED.map(({ rows }) => getTableName(rows.table))
	const silent = Object.keys(EVENT_TYPES).filter(
		(type) => tables.includes(`${type.split('.')[0]}s`) && !NOT_BY_CHANGES.test(type) && !walked.has(type),
	)
	expect(
		silent.map(
			(type) =>
				`No sample emits ${type}: emit it from follow in the kind's configured.ts and add a sample to test/support/configured/`,
		),
	).toEqual([])
})
