import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type app, operations } from '../support/program.ts'

test('a route of an org that does not ask at its door stops the document and the tests', () => {
	const open = new Hono().get('/v1/orgs/:org_id/notes', (c) => c.json([])) as unknown as typeof app
	expect(() => operations(open)).toThrow('GET /v1/orgs/:org_id/notes has no may() on its route line')
})
