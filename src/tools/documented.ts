import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODES, type Refused } from '../worker/ground/http/codes.ts'
import { REASONS } from '../worker/ground/http/reasons.ts'
import { filled } from '../worker/ground/http/sentences.ts'
import { ROOT } from './settings.ts'

type Known = Record<'x-extensible-enum' | 'x-enum-descriptions', string[]>

/**
 * What the console knows of this API: the actions of the audit log, and what errors mean.
 */
export function documented(): Record<string, string> {
	const { components } = JSON.parse(readFileSync(join(ROOT, 'src/worker/operations/docs/openapi.json'), 'utf8')) as {
		components: { schemas: { AuditLog: { properties: { action: Known } } } }
	}
	const { 'x-extensible-enum': names, 'x-enum-descriptions': words } = components.schemas.AuditLog.properties.action
	return {
		AUDIT_ACTIONS: JSON.stringify(Object.fromEntries(names.map((name, index) => [name, words[index]]))),
		AUDIT_ACTION_NAMES: JSON.stringify(names),
		API_ERRORS: JSON.stringify({ codes: sentencesOf(CODES), reasons: sentencesOf(REASONS) }),
	}
}

/** What the entries of the error catalogue say, without values: the access log doesn't have them. */
const sentencesOf = (entries: Readonly<Record<string, Refused>>) =>
	Object.fromEntries(
		Object.entries(entries).map(([name, { meaning, action }]) => [name, [filled(meaning), filled(action)]]),
	)
