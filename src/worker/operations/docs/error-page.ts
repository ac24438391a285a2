import { html } from 'hono/html'
import { CODES, type Refused } from '../../ground/http/codes.ts'
import { REASONS, statusesOf } from '../../ground/http/reasons.ts'
import { prose } from './prose.ts'

const OF_REASONS: Record<string, Refused | undefined> = REASONS

/** What the catalogue says of a code or a reason. */
export const KNOWN: Record<string, Refused | undefined> = { ...CODES, ...REASONS }

/** Every code and reason, with its anchor. A name that is both has one, which says both. */
export const ERRORS = Object.keys(KNOWN)

/** The error codes and reasons, with what each means and what the caller can do. */
export const errorPage = () => html`<h1>Errors</h1>
<p class="lead">${prose("Every error response is `{error, message, trace_id, details}`. `error` is one of the codes below, and `message` is for people. If a code has several causes, `details.reason` names the cause. Branch on `error` and `details.reason`, and ignore values you don't know.")}</p>
<section id="codes"><h2>Codes</h2>${Object.entries(CODES).map(([code, entry]) => explained(code, entry, OF_REASONS[code]))}</section>
<section id="reasons"><h2>Reasons</h2>${Object.entries(REASONS).map(([reason, entry]) => (reason in CODES ? '' : explained(reason, entry)))}</section>`

const explained = (name: string, entry: Refused, asReason?: Refused) =>
	html`<div class="error" id="error-${name}"><h3><code>${name}</code> <span class="type">${[entry, asReason].flatMap((one) => (one ? statusesOf(one) : [])).join(', ')}</span></h3><p>${prose(documented(entry))}</p>${asReason ? html`<p>${prose(`As \`details.reason\` of a ${statusesOf(asReason).join(' or ')}: ${documented(asReason)}`)}</p>` : ''}</div>`

/** A sentence of the catalogue with the members of `details` that its values come from. */
export const withValues = (text: string) => text.replaceAll(/\{(\w+)\}/g, '`details.$1`')

export const documented = ({ meaning, action, details }: Refused) =>
	[withValues(`${meaning} ${action}`), ...(details === undefined ? [] : [details])].join(' ')
