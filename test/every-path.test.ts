import { expect, test } from 'vitest'
import { IS_NIGHT } from './support/property.ts'
import { callsOf, sampleOf } from './support/samples.ts'
import { SPEC } from './support/spec.ts'
import { sampleWorld } from './support/spec/row.ts'

// An ID in a path that names nothing is a 404, and so is a text that is none, or what another org has, to somebody who may call the
// operation.

const here = await sampleWorld()

const NO_IDS = ['x', '\0', "' OR 1=1 --", 'x'.repeat(500)]
const NOWHERE = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'

/** A PUT makes the entry that its path names, a text may name what is paused, and a run learns that a group isn't configured. */
const NAME_MORE = /^PUT \/v1\/admin\/config-entries\/|\/pauses\/|^GET \/v1\/tool-providers\/\{group\}\/effective/

const rows = SPEC.filter(({ name, path, noSample }) => path.includes('{') && !noSample && !NAME_MORE.test(name))

test.each(rows.map((row, index) => [row.name, row, index] as const))('%s', async (_, row, index) => {
	const [call] = await callsOf(row, here)
	for (const [name, id] of Object.entries(call?.at ?? {}).filter(([one]) => row.path.includes(`{${one}}`)))
		for (const value of [
			// A token may end with the character that ends a prefix.
			id.replace(/^([a-z]+_)?.*/, `$1${NOWHERE}`),
			...NO_IDS.filter((__, turn) => IS_NIGHT || turn === index % NO_IDS.length),
		]) {
			const { status, body, headers } = await sampleOf(
				row,
				{ ...call, at: { ...call?.at, [name]: value } },
				here,
			).send()
			expect
				.soft({ name, value, status, error: body.error, audit: headers.get('Audit-Id') })
				.toEqual({ name, value, status: 404, error: 'not_found', audit: null })
		}
})

const inOrgs = rows.filter(({ path }) => path.startsWith('/v1/orgs/{org_id}/') && path.split('{').length > 2)

test('what another org has is a 404 under one’s own org', async () => {
	const { stranger } = here
	expect(inOrgs.length).toBeGreaterThan(20)
	for (const row of inOrgs)
		for (const { at, ...call } of await callsOf(row, here)) {
			const elsewhere = sampleOf(row, { ...call, at: { ...at, org_id: stranger.org_id } }, here)
			const { status, headers } = await elsewhere.send({}, stranger)
			expect.soft([elsewhere.name, status, headers.get('Audit-Id')]).toEqual([elsewhere.name, 404, null])
		}
})
