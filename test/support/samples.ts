import { expect, vi } from 'vitest'
import { isForPlatform } from './access.ts'
import { type Reply, send } from './api.ts'
import type { SpecRow } from './spec.ts'
import { type Call, type Here, quiet } from './spec/row.ts'
import type { Caller } from './world.ts'

/** One sample call of an operation, ready to send. */
export interface Sample extends Call {
	/** Method, path and query, for messages. */
	name: string
	/** Undefined for an operation that anyone may call. */
	caller: Caller | undefined
	/** Sends it as its own caller, or as another one. */
	send: (headers?: Record<string, string>, caller?: Caller) => Promise<Reply>
	/** Sends it as its own caller and checks the response against the sample. */
	succeed: (headers?: Record<string, string>) => Promise<Reply>
}

/** New sample calls of an operation; none if its row says why. */
export async function callsOf(row: SpecRow, here: Here): Promise<Call[]> {
	const make = row.method === 'GET' ? row.read : row.write
	return [(await make?.(here)) ?? []].flat()
}

/** The same, ready to send. */
export const samplesOf = async (row: SpecRow, here: Here): Promise<Sample[]> =>
	(await callsOf(row, here)).map((call) => sampleOf(row, call, here))

/** The path of an operation with its parameters filled in. */
const filled = ({ name, path }: SpecRow, at: Record<string, string>) =>
	path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
		const value = at[parameter]
		if (value === undefined) throw new Error(`The sample of ${name} lacks {${parameter}}`)
		return encodeURIComponent(value)
	})

/** A call of an operation, ready to send. */
export function sampleOf(row: SpecRow, call: Call, here: Here): Sample {
	const path = filled(row, call.at ?? {}) + (call.query ? `?${call.query}` : '')
	const name = `${row.method} ${path}`
	const caller = call.as ?? callerOf(row, here)
	const sendAs = async (headers: Record<string, string> = {}, as = caller) => {
		const { upstream } = call
		const asked = upstream && vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(upstream()))
		try {
			return await send(row.method, path, {
				...quiet,
				body: call.body,
				headers: { ...(as && { Authorization: `Bearer ${as.token}` }), ...call.headers, ...headers },
			})
		} finally {
			asked?.mockRestore()
		}
	}
	const succeed = async (headers?: Record<string, string>) => {
		const response = await sendAs(headers)
		expect({ name, status: response.status, body: response.body }).toMatchObject({
			name,
			status: call.status ?? 200,
			body: call.responses ?? response.body,
		})
		return response
	}
	return { ...call, name, caller, send: sendAs, succeed }
}

function callerOf(row: SpecRow, { admin, owner, member }: Here): Caller | undefined {
	if (row.access === 'anyone') return undefined
	if (isForPlatform(row)) return admin
	return row.access === 'signed_in' || row.access.startsWith('user') ? member : owner
}

/** Operations that only some bodies make on trial. */
const BODIES: Record<string, object> = {
	'PATCH /v1/orgs/{org_id}': { second_factor_required: true },
	'PATCH /v1/orgs/{org_id}/oidc-connections/{connection_id}': { is_required: true },
	'PATCH /v1/admin/oidc-connections/{connection_id}': { is_required: true },
}

/** New samples, unless only a sign-in lets somebody confirm them: oidc.required.test.ts. */
export async function onTrial(row: SpecRow, here: Here, kept: boolean): Promise<Sample[]> {
	const body = BODIES[row.name]
	if (kept && body && 'is_required' in body) return []
	const changes = (await callsOf(row, here)).filter(({ isSame }) => !isSame)
	return changes.map((call) => sampleOf(row, { ...call, ...(body && { body, responses: {} }) }, here))
}

/** How many D1 calls the operation makes for a caller whom the isolate knows; undefined if that varies. */
export async function warmCalls({ d1 }: SpecRow): Promise<number | undefined> {
	const { warm = 1 } = d1 ?? {}
	if (warm === 'varies') return undefined
	return typeof warm === 'number' ? warm : warm()
}
