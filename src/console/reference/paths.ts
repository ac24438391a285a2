import { isSignedIn, send, type Shown } from './call.ts'
import { element } from './dom.ts'
import { t, tag } from './texts.ts'
import { response, signedOut } from './try-it.ts'

// The paths: each step runs against this instance, shows what came back, and is ticked. A step's names in braces are values from
// the responses of earlier steps, as the page's examples write them.

interface Step {
	id: string
	method: string
	path: string
	headers?: Record<string, string>
	body?: string
	/** The status of a response that ticks it. */
	status: number
	answered?: Record<string, string>
	shown: string
}

interface Progress {
	done: string[]
	values: Record<string, string>
}

const NAME = /\{([a-z_]+)\}/g

/** Remembers the steps of this page in this tab, so that a token or a link in between loses nothing. */
const KEY = `plinth.path.${location.pathname}`

const stored = (): Progress => JSON.parse(sessionStorage.getItem(KEY) ?? '{"done":[],"values":{}}') as Progress

/** Adds to each step what runs it. */
export function startPath() {
	const sections = [...document.querySelectorAll<HTMLElement>('[data-step]')]
	const [first] = sections
	if (!first) return
	const progress = stored()
	const count = element('span', { role: 'status' })
	const again = element('button', { type: 'button', class: 'copy' }, t.path.again)
	first.before(element('p', { class: 'progress', lang: tag }, count, again))
	const update = () => {
		sessionStorage.setItem(KEY, JSON.stringify(progress))
		count.replaceChildren(t.path.progress(progress.done.length, sections.length))
		for (const section of sections) section.toggleAttribute('data-done', progress.done.includes(section.id))
	}
	again.addEventListener('click', () => {
		Object.assign(progress, { done: [], values: {} })
		for (const section of sections) section.querySelector('.try [role=status]')?.replaceChildren()
		update()
	})
	for (const section of sections) addRun(section, progress, update)
	update()
}

function addRun(section: HTMLElement, progress: Progress, update: () => void) {
	const step = JSON.parse(section.dataset.step ?? '') as Step
	const result = element('div', { role: 'status' })
	const isHarmless = step.method === 'GET' || step.headers?.['Dry-Run'] === 'true'
	const button = element('button', { type: 'button' }, isHarmless ? t.path.run : t.path.run_write)
	const { ask } = section.dataset
	const field = ask ? element('input', { type: 'url', value: ask, required: true }) : undefined
	section.append(
		element(
			'div',
			{ class: 'try', lang: tag },
			...(field ? [element('label', {}, element('span', {}, t.path.receiver), field)] : []),
			button,
			result,
		),
	)
	button.addEventListener('click', () => void run())

	async function run() {
		button.disabled = true
		result.replaceChildren(t.sending)
		try {
			result.replaceChildren(...(await outcome()))
		} catch {
			result.replaceChildren(t.unanswered)
		}
		button.disabled = false
	}

	async function outcome(): Promise<(Node | string)[]> {
		if (!(await isSignedIn())) return signedOut()
		const { path, body, headers = {} } = step
		const asked = field && ask ? body?.replace(JSON.stringify(ask), JSON.stringify(field.value)) : body
		const missing = [path, asked ?? ''].flatMap((text) => namesIn(text)).find((name) => !(name in progress.values))
		if (missing !== undefined) return [t.path.earlier]
		const shown = await send(filled(path, progress.values), {
			method: step.method,
			headers: { ...headers, ...(asked === undefined ? {} : { 'Content-Type': 'application/json' }) },
			body: asked === undefined ? null : filled(asked, progress.values),
		})
		if (shown.status === step.status) {
			learnAll(step, shown, progress.values)
			if (!progress.done.includes(step.id)) progress.done.push(step.id)
			update()
		}
		return response(shown)
	}
}

const filled = (text: string, values: Progress['values']) =>
	text.replaceAll(NAME, (_, name: string) => values[name] ?? '')

const namesIn = (text: string) => [...text.matchAll(NAME)].map(([, name = '']) => name)

/** Learns what the names of a step stand for, from its response. */
function learnAll({ answered = {}, shown }: Step, { headers, body }: Shown, values: Record<string, string>) {
	const sent = new Map(headers.map(([name, value]) => [name, value]))
	for (const [name, text] of Object.entries(answered)) learn(text, sent.get(name), values)
	if (shown !== '') learn(JSON.parse(shown), JSON.parse(body), values)
}

function learn(wanted: unknown, came: unknown, values: Record<string, string>) {
	if (typeof wanted === 'string') {
		const [, name] = /^\{([a-z_]+)\}$/.exec(wanted) ?? []
		if (name !== undefined && typeof came === 'string') values[name] = came
	} else if (typeof wanted === 'object' && wanted !== null)
		for (const [field, value] of Object.entries(wanted)) learn(value, (came as Record<string, unknown>)[field], values)
}
