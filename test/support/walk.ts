import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Reply } from './api.ts'
import { type Document, type Entry, orgPath, PLATFORM_PATH } from './configuration.ts'
import { KINDS } from './configured.ts'
import type { Call, Here, Kind, Sample, Says } from './configured/kind.ts'
import { dump } from './dump.ts'
import { NO_PLACE } from './jobs.ts'
import { endOverdue, systemContext } from './program.ts'
import { revert } from './reverts.ts'
import { admin, type Caller, user } from './world.ts'

// The ways in which a change of configuration is made and undone, and its effects.

let here: Here

/** A new org with everything that the samples need. */
export async function settleIn(): Promise<Here> {
	const [root, owner] = [await admin(), await user('owner')]
	here = { root, owner, org_id: owner.org_id }
	for (const { prepare } of KINDS) await prepare?.(here)
	return here
}

// Documents.

type Owned = Pick<Kind, 'of'>
interface Put {
	headers?: Record<string, string>
	by?: Caller
	path?: string
}

const pathOf = ({ of }: Owned) => (of === 'platform' ? PLATFORM_PATH : orgPath(here))

export async function exported(kind: Owned, how: Put = {}): Promise<Document> {
	return (await read(kind, how)).document
}

async function read(kind: Owned, { by = here.root, path = pathOf(kind) }: Put) {
	const { body, headers } = await by.get(path)
	return { document: body as Document, tag: headers.get('ETag') ?? '' }
}

/** Applies a document, exactly, in the sections that it has. `change` makes it from the current one. */
export async function put(kind: Owned, change: (document: Document) => object, how: Put = {}) {
	const { headers, by = here.root, path = pathOf(kind) } = how
	const { document, tag } = await read(kind, how)
	const body = { document: { version: 1, ...change(document) }, mode: 'exact' }
	return by.put(`${path}?allow_deletes=5000&confirm=true`, body, { headers: { ...headers, 'If-Match': tag } })
}

/** The section with one entry replaced, or removed for null. */
export const withEntry =
	({ section }: Kind, key: string, entry: Entry | null) =>
	(document: Document) => {
		if (section === key) return { [section]: entry }
		const { [key]: _, ...others } = document[section]
		return { [section]: entry === null ? others : { ...others, [key]: entry } }
	}

export async function applied(
	kind: Kind,
	sample: Sample,
	side: 'before' | 'after',
	headers: Record<string, string> = {},
) {
	const response = await put(kind, withEntry(kind, sample.key, sample[side]), { headers })
	expect(response, JSON.stringify(response.body)).toMatchObject({ status: 200 })
	return response
}

interface Before {
	sample: Sample
	rows: string[]
	document: Document
}

let before: Before | undefined

/** Says that the state is back to the one before the change. */
export const leave = (state: Before) => void (before = state)

/** The state before the change. Reuses the one that the last test left, if it's the same. */
export async function stateBefore(kind: Kind, sample: Sample): Promise<Before> {
	const known = before
	before = undefined
	if (known?.sample === sample) return known
	await applied(kind, sample, 'before')
	return { sample, rows: await dump(), document: await exported(kind) }
}

// Effects.

interface Follows {
	events: string[]
	/** The sentences about redirected keys. */
	notices: string[]
	isRedirect: boolean
	isWoken: boolean
	seen: unknown
}

const recipientOf = ({ of }: Owned) => (of === 'platform' ? here.root : here.owner)

/** The notices about redirected keys, by their ids. */
async function notices(kind: Owned): Promise<Map<string, string>> {
	const { body } = await recipientOf(kind).get('/v1/notifications?type=security.key_redirected&limit=100')
	return new Map(body.data.map(({ id, body }: { id: string; body: string }) => [id, body]))
}

const emitted = async () => {
	const { results } = await env.DB.prepare('SELECT id, type, data FROM events WHERE org_id = ? ORDER BY id')
		.bind(here.org_id)
		.all<Record<'id' | 'type' | 'data', string>>()
	return results
}

/** What callers were told by now, and what they see. Every cache then has this state. */
async function observed(kind: Kind, sample: Sample) {
	const seen = await sample.seen(here)
	return { seen, told: await notices(kind), events: await emitted() }
}

/** Makes changes one after the other and returns the effects of each. */
export async function following(kind: Kind, sample: Sample, changes: (() => Promise<unknown>)[]): Promise<Follows[]> {
	const signalled = vi.spyOn(env.WEBHOOK_QUEUE, 'sendBatch').mockResolvedValue(undefined as never)
	const effects: Follows[] = []
	let last = await observed(kind, sample)
	for (const change of changes) {
		signalled.mockClear()
		await change()
		const now = await observed(kind, sample)
		const known = new Set(last.events.map(({ id }) => id))
		const action = await env.DB.prepare('SELECT action FROM audit_logs ORDER BY rowid DESC LIMIT 1').first<string>(
			'action',
		)
		effects.push({
			events: now.events.filter(({ id }) => !known.has(id)).map(({ type, data }) => `${type} ${data}`),
			notices: [...now.told].filter(([id]) => !last.told.has(id)).map(([, body]) => body),
			isRedirect: action?.endsWith('.redirect') === true,
			isWoken: signalled.mock.calls.some(([sent]) => [...sent].length > 0),
			seen: now.seen,
		})
		last = now
	}
	signalled.mockRestore()
	return effects
}

/** Makes a call that must succeed. */
export async function succeeding(response: Promise<Reply>) {
	const made = await response
	expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
	return made
}

const references = new Map<Sample, Promise<{ forth: Follows; back: Follows }>>()

/** The effects of the change, there and back, by single calls; or by applies, if there is no single call. */
export function reference(kind: Kind, sample: Sample) {
	const known = references.get(sample) ?? measured(kind, sample)
	references.set(sample, known)
	return known
}

async function measured(kind: Kind, sample: Sample) {
	const { forth, back } = sample
	await applied(kind, sample, 'before')
	const [there, again] = (await following(kind, sample, [
		() => (forth ? succeeding(forth(here)) : applied(kind, sample, 'after')),
		() => (back ? succeeding(back(here)) : applied(kind, sample, 'before')),
	])) as [Follows, Follows]
	return { forth: there, back: again }
}

export function expectSaid({ events, notices, isRedirect, isWoken }: Follows, { event, host, signals }: Says = {}) {
	const where = 'The sample in test/support/configured/ must say in `says` what the change emits, notifies and signals'
	expect(
		events.map((text) => text.split(' ')[0]),
		where,
	).toEqual(event === undefined ? [] : [event])
	expect(notices, where).toEqual(host === undefined ? [] : [expect.stringContaining(` now goes to ${host}`)])
	expect({ isRedirect, isWoken }, where).toEqual({ isRedirect: host !== undefined, isWoken: signals === true })
}

// Ways back.

/** Lets the window of ten seconds end. */
export async function timeOut(response: Reply) {
	vi.useFakeTimers({ now: Date.now() + 10_500, toFake: ['Date'] })
	try {
		await endOverdue(systemContext(env), NO_PLACE)
	} finally {
		vi.useRealTimers()
	}
	return env.DB.prepare('SELECT status, reason FROM unconfirmed_changes WHERE id = ?')
		.bind(response.headers.get('Confirm-Id'))
		.first<{ status: string; reason: string | null }>()
}

export const WITHIN = { 'Confirm-Within': '10' }

interface Way {
	name: string
	/** Whether it restores the very rows, and not only their content. */
	isExact: boolean
	/** Uses the single call, which not every sample has. */
	bySingleCall?: true
	/** Whether the call waits for its confirmation, which not every kind's does. */
	isOnTrial?: true
	make: (kind: Kind, sample: Sample) => Promise<Reply>
	undo: (kind: Kind, response: Reply) => Promise<unknown>
}

const ended = async (_: Kind, response: Reply) =>
	expect(await timeOut(response)).toEqual({ status: 'reverted', reason: null })
const reverted = (_: Kind, response: Reply) => succeeding(revert(here.root, response, '?confirm=true'))

export const WAYS: Way[] = [
	{
		name: 'the revert of the call',
		isExact: true,
		bySingleCall: true,
		make: (_, { forth }) => succeeding((forth as Call)(here)),
		undo: reverted,
	},
	{
		name: 'the revert of the apply',
		isExact: true,
		make: (kind, sample) => applied(kind, sample, 'after'),
		undo: reverted,
	},
	{
		name: 'the restore of the revision',
		isExact: false,
		make: (kind, sample) => applied(kind, sample, 'after'),
		undo: (kind, { body }) =>
			succeeding(
				here.root.post(`${pathOf(kind)}/revisions/${body.revision - 1}/restore?allow_deletes=5000&confirm=true`),
			),
	},
	{
		name: 'the end of the unconfirmed call',
		isExact: true,
		bySingleCall: true,
		isOnTrial: true,
		make: (_, { forth }) => succeeding((forth as Call)(here, { headers: WITHIN })),
		undo: ended,
	},
	{
		name: 'the end of the unconfirmed apply',
		isExact: true,
		make: (kind, sample) => applied(kind, sample, 'after', WITHIN),
		undo: ended,
	},
]
