import { expect, test, vi } from 'vitest'
import { runtime } from '../support/admission.ts'
import { withD1 } from '../support/d1.ts'
import { unique } from '../support/world.ts'

// The entrypoint itself, in this isolate, so a test can stand in for D1.

/** A call of each method, for an org that no isolate has in its caches. */
const CALLS: Record<string, (org_id: string) => Promise<unknown>> = {
	resolveTool: (org_id) => runtime().resolveTool(org_id, 'web_search'),
	resolveModel: (org_id) => runtime().resolveModel(org_id, 'planted-name^planted-model'),
	listMcp: (org_id) => runtime().listMcp(org_id),
	entitlement: (org_id) => runtime().entitlement(org_id, 'limit.team_members'),
	flag: (org_id) => runtime().flag(org_id, unique('flag')),
	reportRuns: (org_id) => runtime().reportRuns({ run_id: unique('run'), org_id, status: 'completed' }),
}

const failing = (message: string) => () => Promise.reject(new Error(message))

test.each(Object.entries(CALLS))('%s returns an outage of D1 as a value, as HTTP does', async (_, call) => {
	for (const [message, reason] of [
		['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 'database.overloaded'],
		['D1_ERROR: Network connection lost.', 'database.unreachable'],
		['D1_ERROR: Exceeded maximum DB size', 'database.full'],
	] as const)
		expect(await withD1(failing(message), () => call(unique('org')))).toEqual({
			error: 'unavailable',
			message: expect.any(String),
			details: { reason },
		})
})

test.each(Object.entries(CALLS))('%s never shows SQL, a parameter or a message of D1', async (_, call) => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const org_id = unique('org')
	const reply = await withD1(failing('D1_ERROR: no such column: planted_column'), () => call(org_id))
	expect(reply).toEqual({ error: 'internal_error', message: expect.any(String), details: {} })
	const lines = log.mock.calls.flat().join()
	expect(lines).toContain('planted_column')
	for (const hidden of ['planted-name', org_id]) expect(lines).not.toContain(hidden)
})
