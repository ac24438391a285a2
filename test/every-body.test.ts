import { expect, test } from 'vitest'
import { declared, LENIENT } from './support/api.ts'
import { everything } from './support/dump.ts'
import { invalidField } from './support/replies.ts'
import { callsOf, sampleOf } from './support/samples.ts'
import { SPEC, type SpecRow } from './support/spec.ts'
import { sampleWorld } from './support/spec/row.ts'
import { deletedOrg } from './support/world.ts'

// What is so of the bodies of all operations: null for an optional field of a POST or PUT is the same as leaving it out, names are
// trimmed, and a PATCH that names no field changes nothing. SCIM and OFREP follow their own documents.

const here = await sampleWorld()

const writes = SPEC.filter(({ method, path, noSample }) => method !== 'GET' && !noSample && path.startsWith('/v1/'))

interface Shape {
	safeParse: (value: unknown) => { success: boolean; data?: unknown }
	shape?: Record<string, Shape>
	options?: Shape[]
}

const written = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/** The fields of an operation's body, with the schema that reads all of it. */
function bodyOf({ name }: SpecRow): { whole: Shape; fields: Record<string, Shape> } | undefined {
	const operation = declared.find(({ method, path }) => name === `${method} ${written(path)}`)
	const schema = operation?.body as Shape | undefined
	// Reports come one by one or in a list.
	const whole = schema?.options?.find(({ shape }) => shape) ?? schema
	return whole?.shape && { whole, fields: whole.shape }
}

const isOptional = (field: Shape) => field.safeParse(undefined).success

/** A value without what is null or absent. */
const given = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (_, one: unknown) =>
			one && typeof one === 'object' && !Array.isArray(one)
				? Object.fromEntries(Object.entries(one).filter(([, inner]) => inner !== null && inner !== undefined))
				: one,
		),
	)

/** Operations for which null says something. */
const NULL_SPEAKS: Record<string, string> = { 'PUT /v1/admin/email/config': 'null clears a setting' }

/** Fields that only some calls of an operation may leave out: a grant to a run says for whom, that of a change doesn't. */
const SOMETIMES_NEEDED: Record<string, string> = {
	'POST /v1/admin/requests/{request_id}/grant': 'for',
	'POST /v1/orgs/{org_id}/requests/{request_id}/grant': 'for',
}

const making = writes.filter((row) => ['POST', 'PUT'].includes(row.method) && !(row.name in NULL_SPEAKS) && bodyOf(row))

test.each(making.map((row) => [row.name, row] as const))(
	'%s takes null for an optional field as absent',
	async (_, row) => {
		const { whole, fields = {} } = bodyOf(row) ?? {}
		const names = Object.keys(fields).filter((one) => one !== SOMETIMES_NEEDED[row.name])
		for (const name of names.filter((one) => fields[one] && isOptional(fields[one])))
			for (const call of await callsOf(row, here)) {
				const { [name]: _given, ...without } = { ...call.body } as Record<string, unknown>
				const read = whole?.safeParse(without)
				if (!read?.success) continue
				// Where the schema takes no null, it's left out before.
				const taken = whole?.safeParse({ ...without, [name]: null })
				if (taken?.success) expect({ name, read: given(taken.data) }).toEqual({ name, read: given(read.data) })
				const { status, body } = await sampleOf(row, { ...call, body: { ...without, [name]: null } }, here).send()
				const wrong = (body as { details?: { fields?: { path: string }[] } }).details?.fields ?? []
				expect({
					name,
					status: status === 422 || status === 500,
					wrong: wrong.filter(({ path }) => path === name),
				}).toEqual({
					name,
					status: false,
					wrong: [],
				})
				break
			}
	},
)

const NAMES = ['name', 'display_name', 'username']

const naming = writes.filter((row) => Object.keys(bodyOf(row)?.fields ?? {}).some((name) => NAMES.includes(name)))

test.each(naming.map((row) => [row.name, row] as const))('%s trims names', async (_, row) => {
	const { whole, fields = {} } = bodyOf(row) ?? {}
	const read = (body: object) => given(whole?.safeParse(body).data ?? null)
	const names = Object.keys(fields).filter((name) => NAMES.includes(name))
	for (const { body = {} } of await callsOf(row, here))
		expect(names.map((name) => read({ ...body, [name]: '  A name of ours ' }))).toEqual(
			names.map((name) => read({ ...body, [name]: 'A name of ours' })),
		)
})

/** Counters that only say that somebody wrote. */
const settled = (rows: string[]) => rows.filter((row) => !/^(configuration_generations|tool_groups) /.test(row))

const patches = writes.filter((row) => row.method === 'PATCH' && bodyOf(row))

test.each(patches.map((row) => [row.name, row] as const))('%s without a field changes nothing', async (_, row) => {
	for (const call of await callsOf(row, here)) {
		const before = settled(await everything())
		for (const body of [{}, { not_a_field: 1 }]) {
			const reply = await sampleOf(row, { ...call, body }, here).send(LENIENT.headers)
			expect({ name: row.name, status: reply.status, audit: reply.headers.get('Audit-Id') }).toEqual({
				name: row.name,
				status: 200,
				audit: null,
			})
		}
		expect(settled(await everything())).toEqual(before)
	}
})

const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/
const NOWHERE = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'

/** The paths of the ids in a body, and the body with another in each place. */
function idsIn(body: unknown, path: string[] = []): string[][] {
	if (typeof body === 'string') return ID.test(body) ? [path] : []
	if (typeof body !== 'object' || body === null) return []
	return Object.entries(body).flatMap(([name, value]) => idsIn(value, [...path, name]))
}

const withUnknown = (body: unknown, [name, ...rest]: string[]): unknown => {
	if (name === undefined) return (body as string).replace(/[^_]+$/, NOWHERE)
	const copy = (Array.isArray(body) ? [...body] : { ...(body as object) }) as Record<string, unknown>
	copy[name] = withUnknown(copy[name], rest)
	return copy
}

/** Where the id is the subject of a question: a 404, as for another's. */
const IS_SUBJECT = /^POST \/v1\/(runtime\/|admin\/budgets\/rehearse)/

/** Where ids are looked up, and what isn't there is left out. */
const IS_LOOKUP = ['POST /v1/admin/names']

test('an id in a body that names nothing is 400 with its field, and 404 for the subject of a question', async () => {
	const asked: string[] = []
	for (const row of writes.filter(({ name }) => !IS_LOOKUP.includes(name)))
		for (const call of await callsOf(row, here))
			for (const path of idsIn(call.body)) {
				const sample = sampleOf(row, { ...call, body: withUnknown(call.body, path) as object }, here)
				const { status, body, headers } = await sample.send()
				const { details } = body as { details: { fields?: { path: string }[] } }
				const isSubject = IS_SUBJECT.test(row.name)
				expect
					.soft({
						name: row.name,
						status,
						fields: details.fields?.map((one) => one.path),
						audit: headers.get('Audit-Id'),
					})
					.toEqual({
						name: row.name,
						status: isSubject ? 404 : 400,
						fields: isSubject ? undefined : [path.join('.')],
						audit: null,
					})
				asked.push(row.name)
			}
	expect(asked).toEqual(expect.arrayContaining(['POST /v1/subscriptions', 'POST /v1/runtime/runs/begin']))
})

test('so is one in a list of orgs, and a deleted org there', async () => {
	const { owner, org_id, admin } = here
	const made = await owner.post(`/v1/orgs/${org_id}/service-accounts`, { name: 'A', role: 'admin' })
	const path = `/v1/orgs/${org_id}/service-accounts/${made.body.id}`
	for (const unknown of [`org_${NOWHERE}`, await deletedOrg()]) {
		const runtime = { orgs: [org_id, unknown], platform_credentials: false }
		expect(await admin.patch(path, { runtime })).toMatchObject(invalidField('runtime.orgs'))
	}
})
