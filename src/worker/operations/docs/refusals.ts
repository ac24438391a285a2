import { html } from 'hono/html'
import { type Components, nameIn, type Operation } from './document.ts'
import { KNOWN, withValues } from './error-page.ts'
import { prose } from './prose.ts'

/** What any request can get, whatever the operation. Each page says it once. */
const COMMON = ['400', '413', '422', '429', '500', '503']

/** The common errors, once for all operations of a page. */
export function commonErrors({ responses }: Components) {
	const rows = COMMON.flatMap((status) => {
		const shared = responses[`Error${status}`]
		return shared ? [row(status, shared.description, shared['x-reasons']?.[status])] : []
	})
	return html`<details id="common-errors"><summary>Errors of every operation: ${COMMON.join(', ')}</summary>
<p>${prose('Every error is `{error, message, trace_id, details}`. Branch on `error` and `details.reason`. [All codes and reasons](/docs/errors).')}</p>
<ul class="errors">${rows}</ul></details>`
}

/** The errors of an operation's own: other statuses, and the reasons that only it has. */
export function ownErrors(operation: Operation, components: Components) {
	const rows = Object.entries(operation.responses).flatMap(([status, { $ref, description }]) => {
		const reasons = [...(operation['x-codes']?.[status] ?? []), ...(operation['x-reasons']?.[status] ?? [])]
		if (Number(status) < 400 || (COMMON.includes(status) && reasons.length === 0)) return []
		return [row(status, $ref ? components.responses[nameIn($ref)]?.description : description, reasons)]
	})
	return rows.length > 0 ? html`<h3>Errors</h3><ul class="errors">${rows}</ul>` : ''
}

const row = (status: string, description = '', reasons: string[] = []) =>
	html`<li><strong>${status}</strong> <span>${prose(description)}</span>${
		reasons.length > 0
			? html`<ul>${reasons.map((reason) => html`<li><a href="/docs/errors#error-${reason}"><code>${reason}</code></a> ${prose(withValues(KNOWN[reason]?.meaning ?? ''))}</li>`)}</ul>`
			: ''
	}</li>`
