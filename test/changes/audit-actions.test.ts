import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { AUDIT_ACTIONS, isConfiguration, whyNotRevertible } from '../support/program.ts'

test('every kind of configuration has an action that reverts it, and no other kind has', () => {
	const revertible = Object.entries(AUDIT_ACTIONS).filter(([, verbs]) => 'revert' in verbs)
	const isRevertible = (kind: string) => isConfiguration(kind) && whyNotRevertible(`${kind}.update`) === undefined
	const configuration = Object.keys(AUDIT_ACTIONS).filter(isRevertible)
	expect(revertible.map(([kind]) => kind)).toEqual(configuration)
})

test("the API's document names every action, and still takes others", async () => {
	const { components } = (await send('GET', '/openapi.json')).body
	for (const name of ['AuditLog', 'OrgAuditLog', 'UnconfirmedChange']) {
		const { action } = components.schemas[name].properties
		expect(action).toMatchObject({ type: 'string' })
		expect(action).not.toHaveProperty('enum')
		expect(action['x-extensible-enum']).toContain('llm_providers.redirect')
		expect(action['x-enum-descriptions']).toHaveLength(action['x-extensible-enum'].length)
	}
})
