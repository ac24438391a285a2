import { isSignedIn, send, type Shown } from './call.ts'
import { element } from './dom.ts'
import { type CallForm, formOf } from './form.ts'
import { isOffered, type Operation, operations } from './operations.ts'
import { t, tag } from './texts.ts'

/** Puts a button below an operation's sample. It opens a form that makes the call. */
export function offer(card: HTMLElement) {
	const result = element('div', { role: 'status' })
	const button = element('button', { type: 'button' }, t.open)
	const section = element('div', { class: 'try', lang: tag }, button, result)
	card.querySelector('.code')?.after(section)
	button.addEventListener('click', () => void open())

	async function open() {
		button.disabled = true
		result.replaceChildren(t.loading)
		try {
			const operation = (await operations()).get(card.id)
			if (operation) await show(operation)
		} catch {
			result.replaceChildren(t.unloaded)
		}
		button.disabled = false
	}

	async function show(operation: Operation) {
		if (!isOffered(operation)) return result.replaceChildren(t.not_offered)
		if (operation.access !== 'anyone' && !(await isSignedIn())) return result.replaceChildren(...signedOut())
		const call = formOf(operation)
		call.form.addEventListener('submit', (event) => {
			event.preventDefault()
			void make(call, result)
		})
		result.replaceChildren()
		button.replaceWith(element('h3', {}, t.title), call.form)
		call.form.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
	}
}

async function make({ button, request }: CallForm, result: HTMLElement) {
	button.disabled = true
	result.replaceChildren(t.sending)
	try {
		const [path, call] = request()
		result.replaceChildren(...response(await send(path, call)))
	} catch {
		result.replaceChildren(t.unanswered)
	}
	button.disabled = false
}

export const signedOut = () => [element('p', {}, t.signed_out, ' ', element('a', { href: '/console/' }, t.sign_in))]

export function response({ status, status_text, headers, body, is_cut, is_dry_run }: Shown): Node[] {
	const facts = headers.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])
	return [
		element('h4', { class: status < 400 ? 'done' : 'refused' }, t.answered(status, status_text)),
		...(is_dry_run ? [element('p', {}, t.responded_dry_run)] : []),
		...(status === 401 ? signedOut() : []),
		...(facts.length > 0 ? [element('dl', {}, ...facts)] : []),
		body === '' ? element('p', {}, t.no_body) : element('pre', { tabindex: '0' }, body),
		...(is_cut ? [element('p', {}, t.cut)] : []),
	]
}
