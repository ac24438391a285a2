import { calculateJwkThumbprint, CompactEncrypt, importJWK, type JWK } from 'jose'
import type { Backend, Change, Received, Replied, Wanted, World } from './backend.ts'
import { Books, Refusal } from './books.ts'

// A Plinth that knows what the cases need, on the clock of the case. The same cases run against the real Worker, which keeps it honest.

type Json = Record<string, unknown>

const ACCOUNT = 'sa_case'
const DAY_S = 86_400

export class FakePlinth implements Backend {
	/** The time of the server, which the harness moves. */
	now_ms = 0
	private org = ''
	private keys = new Map<string, boolean>()
	private isSuspended = false
	private publicKeys = new Map<string, JWK>()
	private models = ['large', 'small']
	private apiKey = 'sk-case-llm'
	private hasTool = true
	private flag = true
	private stale_s = DAY_S
	private books = new Books(0, () => this.now_ms)

	async world({ org, credits }: Wanted): Promise<World> {
		this.org = org
		this.keys = new Map([
			[`key-of-${org}`, true],
			[`other-key-of-${org}`, true],
		])
		this.isSuspended = false
		this.publicKeys = new Map()
		this.models = ['large', 'small']
		this.apiKey = 'sk-case-llm'
		this.hasTool = true
		this.flag = true
		this.stale_s = DAY_S
		this.books = new Books(credits, () => this.now_ms)
		return { org, key: `key-of-${org}`, other_key: `other-key-of-${org}` }
	}

	async change(change: Change): Promise<void> {
		if (change.revoke !== undefined) this.keys.set(change.revoke, false)
		if (change.suspend !== undefined) this.isSuspended = change.suspend
		if (change.register) this.publicKeys.set(await calculateJwkThumbprint(change.register), change.register)
		if (change.unregister) this.publicKeys.delete(await calculateJwkThumbprint(change.unregister))
		if (change.pause) this.books.pauses.add(change.pause.join(' '))
		if (change.unpause) this.books.pauses.delete(change.unpause.join(' '))
		if (change.budget) this.books.budgets.push(change.budget)
		if (change.model === null) this.models = ['small']
		else if (change.model && 'api_key' in change.model) this.apiKey = change.model.api_key
		if (change.tool === null) this.hasTool = false
		if (change.flag !== undefined) this.flag = change.flag
		if (change.stale_s !== undefined) this.stale_s = change.stale_s
	}

	ledger() {
		return Promise.resolve(this.books.ledger())
	}

	async handle(request: Received): Promise<Replied> {
		const headers = {
			'X-Trace-Id': '0'.repeat(32),
			'Content-Type': 'application/json',
			Date: new Date(this.now_ms).toUTCString(),
		}
		try {
			const { status, body } = await this.answer(request)
			return { status, headers, body: JSON.stringify(body) }
		} catch (error) {
			if (!(error instanceof Refusal)) throw error
			return { status: error.status, headers, body: JSON.stringify(error.body) }
		}
	}

	private async answer({ method, path, headers, body }: Received): Promise<{ status: number; body: unknown }> {
		const key = headers.authorization?.replace('Bearer ', '') ?? ''
		if (this.isSuspended || !this.keys.get(key)) throw new Refusal(401, 'auth.unauthorized')
		const [place = ''] = path.split('?')
		const input = (body ? JSON.parse(body) : {}) as Json
		const ok = (value: unknown, status = 200) => ({ status, body: value })
		const run = /^\/v1\/runtime\/runs\/([^/]+)\/progress$/.exec(place)?.[1]
		if (method === 'POST' && run) return ok(this.books.progress(run, input))
		switch (`${method} ${place}`) {
			case 'POST /v1/runtime/models/resolve':
				return ok(await this.model(input))
			case 'POST /v1/runtime/tools/resolve':
				return ok(await this.tool(input))
			case 'POST /v1/runtime/mcp/resolve':
				return ok(await this.mcp(input))
			case 'GET /v1/feature-flags/case.flag/evaluate':
				return ok(this.evaluation())
			case 'GET /v1/entitlements':
				return ok([this.entitlement()])
			case 'POST /v1/runtime/runs/begin':
				return ok(await this.begin(input), 201)
			case 'POST /v1/runtime/runs': {
				const reports = input as unknown as Json[]
				const unknown = reports.findIndex(({ org_id }) => org_id !== this.org)
				const path = reports.length > 1 ? `${unknown}.org_id` : 'org_id'
				const fields = [{ path, message: 'Must be the id of an org' }]
				if (unknown >= 0) throw new Refusal(400, 'validation.error', { fields })
				const runs = this.books.report(reports)
				const isAsync = headers.prefer?.includes('respond-async')
				return isAsync ? ok({ accepted: runs.length }, 202) : ok({ accepted: runs.length, runs })
			}
			default:
				throw new Refusal(404, 'not_found')
		}
	}

	private async begin(input: Json) {
		const { tools, mcp, flags, entitlements, selector, context } = input as {
			tools?: string[]
			mcp?: boolean
			flags?: string[]
			entitlements?: string[]
			selector?: string
			context?: object
		}
		const part = (find: () => Promise<unknown>) =>
			find().catch((error: unknown) => {
				if (error instanceof Refusal && error.body.error !== 'no_key') return error.body
				throw error
			})
		if (selector || context || tools || mcp) await this.publicKey(input)
		const model = selector || context ? await part(() => this.model(input)) : undefined
		const begun = this.books.begin({ ...input, org_id: this.org })
		return {
			...begun,
			model,
			tools: tools && (await Promise.all(tools.map((group) => part(() => this.tool({ ...input, group }))))),
			mcp: mcp && (await this.mcp(input)),
			flags: flags?.map(() => this.evaluation()),
			entitlements: entitlements?.map(() => this.entitlement()),
		}
	}

	private evaluation() {
		return { key: 'case.flag', value: this.flag, reason: 'default' }
	}

	private entitlement() {
		return { key: 'case.limit', value: '7', value_type: 'integer', source: 'override', unlimited: false }
	}

	private async model({ selector, kid }: Json) {
		const model = selector === undefined ? this.models[0] : this.models.find((name) => selector === `main^${name}`)
		await this.publicKey({ kid })
		if (!model) throw new Refusal(404, 'not_found')
		const base_url = 'https://llm.example.com/v1'
		const provider = {
			provider_id: 'llm_case',
			provider: 'vendor_a',
			provider_name: 'main',
			model_id: 'llmm_case',
			base_url,
		}
		const api_key = await this.sealed(kid, 'llm_providers/llm_case/api_key', this.apiKey, base_url)
		return { ...provider, model, multiplier: 1, advanced_json: null, api_key }
	}

	private async tool({ group, kid }: Json) {
		await this.publicKey({ kid })
		if (!this.hasTool || group !== 'web_search') throw new Refusal(409, 'conflict', { reason: 'tool.not_configured' })
		const api_key = await this.sealed(kid, `tool_providers/${this.org} web_search.keyed/api_key`, 'sk-case-tool', null)
		return { group_name: group, provider_name: 'web_search.keyed', scope: 'org', skipped: [], base_url: null, api_key }
	}

	private async mcp({ kid }: Json) {
		const url = 'https://mcp.example.com/'
		const bearer_token = await this.sealed(kid, 'mcp_configs/mcp_case/bearer_token', 'case-token', url)
		const server = { id: 'mcp_case', name: 'docs', transport: 'streamable_http', url, command: '', args: [], cwd: null }
		return {
			servers: [{ ...server, env: {}, inherit_parent_env: false, bearer_token, call_timeout_ms: 1 }],
			skipped: [],
		}
	}

	private async publicKey({ kid }: Json): Promise<[string, JWK]> {
		const kids = [...this.publicKeys.keys()]
		const named = kid === undefined && kids.length === 1 ? String(kids[0]) : String(kid)
		const jwk = this.publicKeys.get(named)
		if (jwk) return [named, jwk]
		throw new Refusal(409, 'conflict', { reason: 'runtime.no_encryption_key', kids })
	}

	private async sealed(asked: unknown, place: string, value: unknown, target: string | null) {
		const [kid, jwk] = await this.publicKey({ kid: asked })
		const iat = Math.floor(this.now_ms / 1_000)
		const times = { iat, exp: iat + 300, use_until: iat + this.stale_s }
		const header = { alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid, typ: 'plinth-sealed+jwe', ...times, sub: ACCOUNT }
		const $sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ value, target })))
			.setProtectedHeader({ ...header, org: this.org, place })
			.encrypt(await importJWK(jwk, 'ECDH-ES+A256KW'))
		return { $sealed }
	}
}
