import { expect } from 'vitest'
import type { Model } from './admission-model.ts'
import type { Api } from './api.ts'
import { type Asked, type Granted, UNITS, type Units } from './grants-model.ts'

// What people do in a random script about what runs ask them for, with what the plain model says of it.

interface Script {
	model: Model
	/** The key by which calls over HTTP ask. */
	api: Api
	/** An admin other than the one who asks, signed in by the clock of the script. */
	decider: () => Promise<Api>
	below: (limit: number) => number
	/** How often the scripts came to each outcome. */
	decided: Map<string, number>
}

const iso = (at: number) => new Date(at).toISOString()

/** What a refusal or a response means in the words of the model. */
export function outcomeOf(reply: object & { error?: string; details?: { reason?: string } }, granted: string) {
	if (!reply.error) return granted
	const named: Record<string, string> = {
		'run.paused': 'paused',
		'budget.exceeded': 'budget',
		'credits.insufficient': 'credits',
		'run.ended': 'ended',
		'run.not_begun': 'not begun',
		not_found: 'unknown',
	}
	return named[reply.error] ?? named[reply.details?.reason ?? ''] ?? JSON.stringify(reply)
}

export function deciding({ model, api, decider, below, decided }: Script) {
	const { grants, org_id } = model
	const one = <T>(list: readonly T[]) => list[below(list.length)] as T
	const note = (outcome: string) => void decided.set(outcome, (decided.get(outcome) ?? 0) + 1)
	const audits = new Map<Asked, string>()
	const placeOf = ({ id, isOfPlatform }: Asked) =>
		isOfPlatform ? `/v1/admin/requests/${id}` : `/v1/orgs/${org_id}/requests/${id}`
	/** One that's open, if there is one. */
	const pick = () => {
		const open = grants.requests.filter((request) => grants.isOpen(request, Date.now()))
		return one(open.length > 0 && below(4) > 0 ? open : grants.requests)
	}
	const refusalOf = ({ decision }: Asked) => (decision ? 'request.decided' : 'request.lapsed')
	const expectRefused = (reply: { status: number; body: { details?: { reason?: string } } }, reason: string) => {
		expect([reply.status, reply.body.details?.reason]).toEqual([409, reason])
		note(reason)
	}
	return {
		/** What a call that may be refused asks for. */
		wanted: () => ({
			reason: 'More',
			expires_in_s: one([60, 3_600]),
			...(below(3) === 0 && { credits: one([1, 10, 60]) }),
			...(below(4) === 0 && { tokens: one([1, 10, 60]) }),
		}),
		/** A refusal of a call that asked has the request of the model. */
		expectAsked: (
			reply: object,
			run_id: string,
			wanted: { expires_in_s: number; credits?: number; tokens?: number },
			byBinding: boolean,
		) => {
			const request = grants.ask(run_id, model.refusing, wanted, byBinding, Date.now())
			const { id, state } = (reply as { details: { request: { id: string; state: string } } }).details.request
			if (request.id === '') {
				expect(grants.requests.filter((other) => other.id === id)).toEqual([])
				request.id = id
				note('asked')
			}
			expect([id, state]).toEqual([request.id, request.decision ?? 'open'])
		},
		acts: {
			async grant() {
				const request = pick()
				if (!request) return
				const admin = await decider()
				const at = Date.now()
				const { status, body: read } = await admin.get(placeOf(request))
				expect(status, JSON.stringify(read)).toBe(200)
				const { credits, tokens, runs } = read.spend
				expect({ credits, tokens, runs }).toEqual(request.amounts)
				const given = amountsOf(request.amounts)
				const isOfTotal = request.budgets.some(
					({ budget }) => budget.window === 'total' && budget.scope !== 'run' && given[budget.unit] > 0,
				)
				const whom = one(['run', 'window'] as const)
				const until = whom === 'window' && isOfTotal ? at + one([40, 3_600, 86_400]) * 1_000 : null
				const body = { hash: read.hash, for: whom, ...given, ...(until !== null && { until: iso(until) }) }
				const reply = await admin.post(`${placeOf(request)}/grant`, body)
				if (!grants.isOpen(request, at)) return expectRefused(reply, refusalOf(request))
				expect(reply.status, JSON.stringify(reply.body)).toBe(200)
				const granted: Granted = { ...given, for: whom, until }
				expect(reply.body.request.granted).toEqual({ ...granted, until: until === null ? null : iso(until) })
				grants.grant(request, granted, at)
				audits.set(request, reply.headers.get('Audit-Id') ?? '')
				note(`granted for the ${whom}`)
			},
			async decline() {
				const request = pick()
				if (!request) return
				const admin = await decider()
				const reply = await admin.post(`${placeOf(request)}/decline`, {})
				if (!grants.isOpen(request, Date.now())) return expectRefused(reply, refusalOf(request))
				expect(reply.status).toBe(200)
				request.decision = 'declined'
				note('declined')
			},
			async withdraw() {
				const request = pick()
				if (!request || request.byBinding) return
				const reply = await api.delete(`/v1/runtime/requests/${request.id}`)
				if (request.decision) return expectRefused(reply, 'request.decided')
				expect(reply.status).toBe(204)
				request.expires_at = Math.min(request.expires_at, Date.now())
				note('withdrawn')
			},
			async revert() {
				const request = one([...audits.keys()])
				if (!request) return
				const reply = await (await decider()).post(`/v1/admin/audit-logs/${audits.get(request)}/revert`, {})
				if (!grants.revert(request, Date.now())) return expectRefused(reply, 'request.used')
				expect(reply.status, JSON.stringify(reply.body)).toBe(200)
				audits.delete(request)
				note('reverted')
			},
		},
	}

	/** All of it, or a part. */
	function amountsOf(asked: Units): Units {
		const part = Object.fromEntries(UNITS.map((unit) => [unit, below(3) === 0 ? below(asked[unit] + 1) : asked[unit]]))
		return UNITS.some((unit) => (part[unit] ?? 0) > 0) ? (part as Units) : asked
	}
}
