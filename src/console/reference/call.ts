import { accessToken, refresh, sessionState, start } from '../calls/token.ts'

export interface Call {
	method: string
	headers: Record<string, string>
	body: string | null
}

/** What the page shows of a response. */
export interface Shown {
	status: number
	status_text: string
	headers: [string, string][]
	body: string
	/** Whether the body was cut off. */
	is_cut: boolean
	is_dry_run: boolean
}

const SHOWN_HEADERS = [
	'ETag',
	'X-Trace-Id',
	'Next-Cursor',
	'Retry-After',
	'RateLimit',
	'Confirm-Id',
	'Audit-Id',
	'X-Ignored',
	'X-Unread-Count',
	'Location',
]

const MAX_CHARACTERS = 100_000
/** A stream never ends. */
const MAX_MS = 5_000

/** Whether somebody is signed in to the console, in this browser. */
export async function isSignedIn(): Promise<boolean> {
	if (sessionState() !== 'in') await start()
	return sessionState() === 'in'
}

/** Sends a call with the console's token, if there is one. The session refreshes it in turn with the tabs of the console. */
export async function send(path: string, { headers: own, ...init }: Call): Promise<Shown> {
	const ended = new AbortController()
	const attempt = async () => {
		const token = await accessToken()
		const headers = { Prefer: 'handling=strict', ...own, ...(token ? { Authorization: `Bearer ${token}` } : {}) }
		return fetch(path, { ...init, headers, signal: ended.signal })
	}
	const first = await attempt()
	const response = first.status === 401 && sessionState() === 'in' && (await refresh()) ? await attempt() : first
	const type = response.headers.get('Content-Type') ?? ''
	const { text, is_cut } = await beginning(response)
	ended.abort()
	return {
		status: response.status,
		status_text: response.statusText,
		headers: SHOWN_HEADERS.flatMap((name): [string, string][] => {
			const value = response.headers.get(name)
			return value === null ? [] : [[name, value]]
		}),
		body: type.startsWith('application/json') && !is_cut ? indented(text) : text,
		is_cut,
		is_dry_run: type.includes('dry-run=true'),
	}
}

/** The text of a response, as far as a page can show it. */
async function beginning({ body }: Response): Promise<{ text: string; is_cut: boolean }> {
	if (!body) return { text: '', is_cut: false }
	const reader = body.pipeThrough(new TextDecoderStream()).getReader()
	const late = new Promise<'late'>((resolve) => setTimeout(resolve, MAX_MS, 'late'))
	let text = ''
	for (;;) {
		// oxlint-disable-next-line no-await-in-loop -- one piece comes after the other
		const piece = await Promise.race([reader.read(), late])
		if (piece === 'late') return { text, is_cut: true }
		if (piece.done) return { text, is_cut: false }
		text += piece.value
		if (text.length > MAX_CHARACTERS) return { text: text.slice(0, MAX_CHARACTERS), is_cut: true }
	}
}

function indented(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2)
	} catch {
		return text
	}
}
