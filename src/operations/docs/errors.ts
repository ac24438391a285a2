import { html } from 'hono/html'
import { CODES, type Explained } from '../../http/codes.ts'
import { REASONS } from '../../http/reasons.ts'
import { prose } from './shell.ts'

/** The codes and reasons of errors, with what each means and what the caller can do. */
export const errorSection = () => html`<section id="errors"><h2>Errors</h2>
<p>${prose('An error answers `{error, message, trace_id, details}`. `error` is one of the codes below, and `message` is for people. Where one code has several causes, `details.reason` names the cause. Branch on `error` and `details.reason`, and ignore values that you do not know.')}</p>
<h3>Codes</h3>
<table>${Object.entries(CODES).map(([code, entry]) => row(code, entry.statuses.join(', '), entry))}</table>
<h3>Reasons</h3>
<table>${Object.entries(REASONS).map(([reason, entry]) => row(reason, '', entry))}</table></section>`

const row = (name: string, statuses: string, { meaning, action }: Explained) =>
	html`<tr><td><code>${name}</code></td>${statuses && html`<td class="status">${statuses}</td>`}<td>${prose(meaning)}</td><td>${prose(action)}</td></tr>`
