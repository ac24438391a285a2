import createClient from 'openapi-fetch'
import type { components, paths } from '#client-types'
import { asksForProof, prove } from './calls/proof.ts'
import { accessToken, type Actor, actor, refresh, sessionState } from './calls/token.ts'
import { language } from './text/en/language.ts'
import type { WrongField } from './text/texts.ts'

/** A schema of the API, by its name in the document. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** A response as the client returns it. */
export interface Reply<T> {
	data?: T | undefined
	error?: unknown
	response: Response
}

/** A page of a list, and the cursor of the next one. */
export interface Page<Row> {
	rows: Row[]
	next: string | undefined
	/** The address it was read from. A download reads the rest of the list from there. */
	source?: string
}

/** A resource with the tag that `If-Match` takes. */
export interface Tagged<T> {
	value: T
	etag: string | undefined
}

/** An error response of the API. After a connection error `status` is 0 and `code` is `network`. */
export class Refusal extends Error {
	readonly status: number
	readonly code: string
	readonly reason: string | undefined
	readonly trace_id: string | undefined
	readonly details: Record<string, unknown>
	/** The messages for invalid fields, by the field's dotted path. */
	readonly fields: Record<string, string>
	/** What's wrong with each field, in codes. */
	readonly wrong: readonly WrongField[]
	readonly retry_after_s: number | undefined

	/** What went wrong, as an error response; as no response where it isn't one. */
	static of(error: unknown): Refusal {
		return error instanceof Refusal ? error : new Refusal(0, undefined)
	}

	constructor(status: number, body: unknown, headers?: Headers) {
		const { error, message, trace_id, details } = (body ?? {}) as Partial<Schema<'Error'>>
		super(message ?? '')
		this.status = status
		this.code = error ?? (status === 0 ? 'network' : 'unknown')
		this.trace_id = trace_id ?? headers?.get('X-Trace-Id') ?? undefined
		this.details = details ?? {}
		this.reason = typeof this.details.reason === 'string' ? this.details.reason : undefined
		this.wrong = Array.isArray(this.details.fields) ? (this.details.fields as WrongField[]) : []
		this.fields = textsByField(this.wrong, this.details.field, this.message)
		const retryAfter = Number(headers?.get('Retry-After') ?? Number.NaN)
		this.retry_after_s = Number.isNaN(retryAfter) ? undefined : retryAfter
	}
}

/** A field can break several rules. A conflict names the one that's taken. */
function textsByField(wrong: readonly WrongField[], taken: unknown, message: string): Record<string, string> {
	const texts: Record<string, string> = typeof taken === 'string' ? { [taken]: message } : {}
	for (const { path, message } of wrong) texts[path] = texts[path] ? `${texts[path]}. ${message}` : message
	return texts
}

/** Calls the API as the signed-in user. Every call goes through one of the functions below. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: send })

/** The body of a response that isn't a dry run. Throws a `Refusal`. */
export async function data<T>(call: Promise<Reply<T>>): Promise<Exclude<T, { dry_run: true }>> {
	return (await answered(call)).data as Exclude<T, { dry_run: true }>
}

/** A list's body: its rows, or what has them beside something else. The access log has its cursor there. */
type Rows<Row> = Row[] | { data: Row[]; next_before?: string | null }

/** A page of a list. */
export async function page<Row>(call: Promise<Reply<Rows<Row>>>): Promise<Page<Row>> {
	const { data: body = [], response } = await answered(call)
	const source = response.url
	const next = response.headers.get('Next-Cursor') ?? undefined
	if (Array.isArray(body)) return { rows: body, next, source }
	const rows: unknown = Object.values(body).find(Array.isArray)
	return { rows: rows as Row[], next: next ?? body.next_before ?? undefined, source }
}

/** Rows as the API sent them, whatever their list. */
export type Fields = Record<string, unknown>

/** A page of the list at this address. */
export const pageAt = (address: URL) =>
	page(api.GET((address.pathname + address.search) as never) as Promise<Reply<Rows<Fields>>>)

/** A resource with its tag. */
export async function tagged<T>(call: Promise<Reply<T>>): Promise<Tagged<T>> {
	const { data: value, response } = await answered(call)
	return { value: value as T, etag: response.headers.get('ETag') ?? undefined }
}

/** A response with its headers. */
export async function answered<T>(call: Promise<Reply<T>>): Promise<Reply<T>> {
	const reply = await call.catch((error: unknown) => {
		throw Refusal.of(error)
	})
	const { response, error } = reply
	if (!response.ok) throw await translated(new Refusal(response.status, error, response.headers))
	return reply
}

/** An error in the language of the page. If the texts can't be loaded, it stays as the API says it. */
async function translated(refusal: Refusal): Promise<Refusal> {
	const said = language.errors?.().then((translate) => translate(refusal))
	return Object.assign(refusal, await said?.catch(() => undefined))
}

/** Sends a call, again if it asked for a proof of who calls and the user gave one. */
async function send(request: Request): Promise<Response> {
	const author = actor()
	for (;;) {
		const response = await sendValid(request.clone(), author)
		if (!asksForProof(response) || !(await prove(response))) return response
	}
}

/** Sends a call once the session is valid. A call that met the end of the session is sent again, once, after the same user is back. */
async function sendValid(request: Request, author: Actor | undefined): Promise<Response> {
	const token = await accessToken()
	mustBeOf(author, request)
	const again = request.clone()
	const response = await fetch(authorized(request, token))
	// Who is signed out stays so. A token may have been invalidated early, for example because its key was replaced.
	if (!token || response.status !== 401 || asksForProof(response)) return response
	if (!(await refresh()) && sessionState() !== 'ended') return response
	void response.body?.cancel()
	const next = await accessToken()
	mustBeOf(author, request)
	return fetch(authorized(again, next))
}

/** Nobody sends what somebody else typed, and nothing arrives in another org than the one it was meant for. */
function mustBeOf(author: Actor | undefined, { method }: Request) {
	const now = actor()
	if (!author || (now?.user_id === author.user_id && (now.org_id === author.org_id || method === 'GET'))) return
	throw new Refusal(401, { error: 'auth.unauthorized', details: { reason: 'session.changed' } })
}

function authorized(request: Request, token: string | undefined): Request {
	if (!request.headers.has('Prefer')) request.headers.set('Prefer', 'handling=strict')
	// The access log can leave out what the console reads.
	request.headers.set('X-Client', 'console')
	if (token) request.headers.set('Authorization', `Bearer ${token}`)
	return request
}
