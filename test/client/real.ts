import { setTimeout as sleep } from 'node:timers/promises'
import { calculateJwkThumbprint } from 'jose'
import type { Backend, Change, Ledger, Received, Replied, Wanted, World } from './backend.ts'

type Json = Record<string, unknown>

/** What a request has of its own between the client and the proxy. */
const HOP = ['host', 'connection', 'content-length', 'accept-encoding', 'x-case-request', 'transfer-encoding']
const KEPT = ['content-type', 'x-trace-id', 'retry-after', 'stale-since']

/** Of the org of the cases that change nothing. */
const SHARED_CREDITS = 1_000_000

/** The real Worker, changed through its own API by an administrator who acts in the org of the case. */
export class RealPlinth implements Backend {
	private readonly url: string
	private cookie = ''
	private token = ''
	private org = ''
	private account = ''
	private keys = new Map<string, string>()
	private models: Json = {}
	private shared: World | undefined

	constructor(url: string) {
		this.url = url
	}

	async world({ credits, isOwn }: Wanted): Promise<World> {
		if (!this.token) await this.signIn()
		if (isOwn) return this.make(credits)
		const isKept = this.shared !== undefined
		this.shared ??= await this.make(SHARED_CREDITS)
		this.org = this.shared.org
		return { ...this.shared, isKept }
	}

	/** Fifteen calls, which is more than most cases need. */
	private async make(credits: number): Promise<World> {
		const { id: org } = await this.call('POST', '/v1/admin/orgs', { name: 'Case' })
		this.org = String(org)
		await this.enter('/v1/auth/refresh', { org_id: org })
		const account = { name: 'Case', scopes: ['runtime.report', 'runtime.resolve'] }
		const provider = {
			name: 'main',
			provider: 'vendor_a',
			api_key: 'sk-case-llm',
			base_url: 'https://llm.example.com/v1',
		}
		const server = {
			name: 'docs',
			transport: 'streamable_http',
			url: 'https://mcp.example.com/',
			bearer_token: 'case-token',
		}
		const tool = '/v1/tool-providers/web_search/keyed'
		const [{ id: account_id }, { id: provider_id }] = await Promise.all([
			this.call('POST', `/v1/orgs/${this.org}/service-accounts`, account),
			this.call('POST', '/v1/llm-providers', provider),
			this.call('POST', '/v1/mcp-configs', server),
			this.call('PUT', `${tool}/credential?scope=org`, { api_key: 'sk-case-tool' }),
			credits > 0 && this.call('POST', '/v1/admin/credits/adjust', { org_id: org, amount: credits }),
			this.override('credits.overdraft', 0),
			this.override('case.limit', 7),
		])
		this.account = `/v1/orgs/${this.org}/service-accounts/${String(account_id)}`
		const models = `/v1/llm-providers/${String(provider_id)}/models`
		const [key, other, large] = await Promise.all([
			this.call('POST', `${this.account}/keys`, { name: 'one' }),
			this.call('POST', `${this.account}/keys`, { name: 'other' }),
			this.call('POST', models, { model: 'large', is_default: true }),
			this.call('POST', models, { model: 'small' }),
			this.call('PUT', `${tool}/activate?scope=org`),
		])
		this.models = { provider: `/v1/llm-providers/${String(provider_id)}`, large: `${models}/${String(large.id)}` }
		this.keys = new Map([key, other].map((one) => [String(one.key), String(one.id)]))
		return { org: this.org, key: String(key.key), other_key: String(other.key) }
	}

	async change({ revoke, suspend, register, unregister, pause, unpause, budget, model, tool, flag, stale_s }: Change) {
		if (revoke) await this.call('DELETE', `${this.account}/keys/${this.keys.get(revoke)}`)
		if (suspend !== undefined) await this.call('PATCH', this.account, { is_active: !suspend })
		if (register) await this.call('PUT', `${this.account}/encryption-keys`, register)
		if (unregister)
			await this.call('DELETE', `${this.account}/encryption-keys/${await calculateJwkThumbprint(unregister)}`)
		const pauses = `/v1/orgs/${this.org}/pauses`
		if (pause) await this.call('PUT', `${pauses}/${pause.join('/')}`, { reason: 'case' })
		if (unpause) await this.call('DELETE', `${pauses}/${unpause.join('/')}`)
		if (budget)
			await this.call('POST', `/v1/orgs/${this.org}/budgets`, {
				name: budget.subject ?? 'Case',
				window: 'total',
				...budget,
			})
		if (model === null) await this.call('DELETE', String(this.models.large))
		else if (model) await this.call('PATCH', String(this.models.provider), model)
		if (tool === null) await this.call('PUT', '/v1/tool-providers/web_search/keyed/deactivate?scope=org')
		const overrides = '/v1/feature-flags/case.flag/org-overrides'
		if (flag !== undefined) await this.call('PUT', `${overrides}/${this.org}`, { value: flag })
		if (stale_s !== undefined) await this.override('runtime.stale_s', stale_s)
	}

	async handle({ method, path, headers, body }: Received): Promise<Replied> {
		const sent = Object.entries(headers).filter(([name, value]) => !HOP.includes(name) && value !== undefined)
		const init = { method, headers: Object.fromEntries(sent) as Record<string, string> }
		const response = await fetch(this.url + path, body ? { ...init, body } : init)
		const kept = [...response.headers].filter(([name]) => KEPT.includes(name))
		// The edge adds the date.
		const date = response.headers.get('Date') ?? new Date().toUTCString()
		return {
			status: response.status,
			headers: { ...Object.fromEntries(kept), Date: date },
			body: await response.text(),
		}
	}

	async ledger(prefix: string): Promise<Ledger> {
		const runs = (await this.runs()).filter(({ run_id }) => String(run_id).startsWith(prefix))
		const all = await this.pages(
			`/v1/admin/credits?org_id=${this.org}&type=consumption&limit=200`,
			(body) => (body as Json).transactions as Json[],
		)
		const entries = all.filter(({ reference_id }) => String(reference_id).startsWith(prefix))
		return {
			runs: Object.fromEntries(
				runs.map(({ run_id, status, credits_used }) => [run_id, { status, credits: credits_used }]),
			) as Ledger['runs'],
			entries: entries.length,
		}
	}

	/** The runs of the org. */
	runs(): Promise<Json[]> {
		return this.pages(`/v1/admin/runs?org_id=${this.org}&limit=200`, (body) => body as Json[])
	}

	/** Decides the next request of a run. Waits until one is open. Returns it. */
	async decide(decision: 'grant' | 'decline'): Promise<Json> {
		const path = `/v1/orgs/${this.org}/requests`
		for (;;) {
			const [open] = await this.pages(`${path}?state=open`, (body) => body as Json[])
			if (!open) {
				await sleep(100)
				continue
			}
			const grant = { for: 'run', hash: open.hash }
			await this.call('POST', `${path}/${String(open.id)}/${decision}`, decision === 'grant' ? grant : {})
			return open
		}
	}

	private async signIn() {
		await this.enter('/v1/auth/login', { login: 'root', password: 'bootstrap-password-1' })
		const flag = { key: 'case.flag', default_value: true }
		// The other language may have made it already.
		await this.request('POST', '/v1/feature-flags', flag)
	}

	/** Takes a token, and the cookie for the next one. */
	private async enter(path: string, body: Json) {
		const response = await this.request('POST', path, body)
		if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
		this.cookie = cookies.join('; ')
		const { access_token }: Json = await response.json()
		this.token = String(access_token)
	}

	private override(key: string, value: number) {
		const entry = { org_id: this.org, key, value: String(value), value_type: 'integer' }
		return this.call('POST', '/v1/entitlement-overrides', entry)
	}

	private async pages(path: string, rowsIn: (body: unknown) => Json[]): Promise<Json[]> {
		const rows: Json[] = []
		for (let cursor: string | null = ''; cursor !== null;) {
			const response: Response = await this.request('GET', path + (cursor && `&cursor=${encodeURIComponent(cursor)}`))
			rows.push(...rowsIn(await response.json()))
			cursor = response.headers.get('Next-Cursor')
		}
		return rows
	}

	private async call(method: string, path: string, body?: unknown): Promise<Json> {
		const response = await this.request(method, path, body)
		const text = await response.text()
		if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
		return (text ? JSON.parse(text) : {}) as Json
	}

	private request(method: string, path: string, body?: unknown): Promise<Response> {
		const headers: Record<string, string> = { 'Content-Type': 'application/json', Prefer: 'handling=strict' }
		if (path.startsWith('/v1/auth/')) headers.Cookie = this.cookie
		else headers.Authorization = `Bearer ${this.token}`
		return fetch(this.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
	}
}
