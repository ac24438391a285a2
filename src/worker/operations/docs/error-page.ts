import { html } from 'hono/html'
import { CODES, type Refused } from '../../ground/http/codes.ts'
import { REASONS } from '../../ground/http/reasons.ts'
import { prose } from './prose.ts'

/** Every code and reason, with its anchor. A name that is both has its anchor at the code, which says both. */
export const ERRORS = [...Object.keys(CODES), ...Object.keys(REASONS).filter((reason) => !(reason in CODES))]

/** The error codes and reasons, with what each means and what the caller can do. */
export const errorPage = () => html`<h1>Errors</h1>
<p class="lead">${prose("Every error response is `{error, message, trace_id, details}`. `error` is one of the codes below, and `message` is for people. If a code has several causes, `details.reason` names the cause. Branch on `error` and `details.reason`, and ignore values you don't know.")}</p>
<section id="codes"><h2>Codes</h2>${Object.entries(CODES).map(([code, entry]) => explained(code, entry, 'error'))}</section>
<section id="reasons"><h2>Reasons</h2>${Object.entries(REASONS).map(([reason, entry]) => explained(reason, entry, reason in CODES ? 'reason' : 'error'))}</section>`

const explained = (name: string, { statuses, meaning, action }: Refused, prefix: string) =>
	html`<div class="error" id="${prefix}-${name}"><h3><code>${name}</code> <span class="type">${statuses.join(', ')}</span></h3><p>${prose(meaning)} ${prose(action)}</p></div>`
