import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { call, registerOperator, test } from './test.ts'
import { PRESSES, walk } from './walk.ts'

/** What everybody who is signed in may do: change their account and their keys, and make an org of their own. */
const OWN = / \/v1\/(orgs$|(me|api-keys|notifications)\b)/

/** Operators walk in the org of a customer. In their own they'd be its owner. */
const inOrg = async () => (await call<{ org_id: string }>('GET', '/v1/me', undefined, MEMBER)).org_id

const WALKS = { timeout: 600_000 }

test('an auditor reads every place without a refusal, and is offered no write', WALKS, async ({ open }) => {
	const sent = await walk(await open('/console/', { as: await registerOperator('auditor'), inOrg: await inOrg() }))
	expect(sent.filter(({ call }) => !OWN.test(call))).toEqual([])
})

for (const role of ['support', 'billing', 'operations'] as const)
	test(`nothing that ${role} opens or is offered is refused for a permission`, WALKS, async ({ open }) => {
		const sent = await walk(await open('/console/', { as: await registerOperator(role), inOrg: await inOrg() }))
		expect(sent.filter(({ status }) => status === 403)).toEqual([])
		if (PRESSES) expect(sent.length).toBeGreaterThan(5)
	})
