import { expect, test } from 'vitest'
import { as, operationOf } from '../support/api.ts'
import { everything } from '../support/dump.ts'
import { PERMISSIONS } from '../support/program.ts'
import { type Sample, samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'

// Every operation, by a key of a platform admin that only reads: it's refused whatever changes something, and the database is afterwards
// what it was before.

const here = await sampleWorld()

/** What refuses a write, where no key is let in and where this one isn't. */
const REFUSALS = ['auth.api_key_not_accepted', 'auth.person_required', 'key.persons_only', 'key.read_only']

const changes = ({ method, path, name }: SpecRow) =>
	operationOf(method, path.replaceAll(/\{(\w+)\}/g, ':$1'))?.changes ?? !name.startsWith('GET')

/** Those that write nothing, but send something out or hand out a credential. */
const SENDS = /^POST \/v1\/(mcp-configs\/\{config_id\}\/test|runtime\/\w+\/resolve)$/

test('what writes nothing and sends nothing says so on its route line', () => {
	for (const row of SPEC.filter(({ asks }) => asks))
		expect({ name: row.name, changes: changes(row) }).toEqual({ name: row.name, changes: SENDS.test(row.name) })
})

test('a key that reads changes nothing, whatever it sends', async () => {
	const { body } = await here.admin.post('/v1/api-keys', { name: 'Reader', scopes: PERMISSIONS, mode: 'read' })
	const samples: [SpecRow, Sample][] = []
	for (const row of SPEC.filter(({ path }) => !path.startsWith('/scim/')))
		for (const sample of await samplesOf(row, here)) samples.push([row, sample])
	// The hour of its last use.
	await as(body.key).get('/v1/me')
	const before = await everything()
	for (const [row, { name, send }] of samples) {
		const { body: said } = await send({ Authorization: `Bearer ${body.key}` })
		const isRefused = REFUSALS.includes(said.details?.reason)
		if (changes(row)) expect({ name, isRefused }).toEqual({ name, isRefused: true })
		else expect({ name, reason: said.details?.reason }).not.toEqual({ name, reason: 'key.read_only' })
	}
	expect(await everything()).toEqual(before)
})
