import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODES, type Refused } from '../worker/ground/http/codes.ts'
import { REASONS } from '../worker/ground/http/reasons.ts'
import { filled } from '../worker/ground/http/sentences.ts'
import { ROOT } from './settings.ts'

type Known = Record<'x-extensible-enum' | 'x-enum-descriptions', string[]>

/**
 * What the console knows of this API: the operations that make changes safer, because it offers nothing that its Worker would
 * ignore, the actions of the audit log, and what errors mean.
 */
export function documented(): Record<string, string> {
	const { paths, components } = JSON.parse(
		readFileSync(join(ROOT, 'src/worker/operations/docs/openapi.json'), 'utf8'),
	) as {
		paths: object
		components: { schemas: { AuditLog: { properties: { action: Known } } } }
	}
	const { 'x-extensible-enum': names, 'x-enum-descriptions': words } = components.schemas.AuditLog.properties.action
	return {
		AUDIT_ACTIONS: JSON.stringify(Object.fromEntries(names.map((name, index) => [name, words[index]]))),
		AUDIT_ACTION_NAMES: JSON.stringify(names),
		API_ERRORS: JSON.stringify({ codes: sentencesOf(CODES), reasons: sentencesOf(REASONS) }),
		'import.meta.env.HAS_DRY_RUN': String('DryRun' in components.schemas),
		'import.meta.env.HAS_UNDO': String('/v1/admin/audit-logs/{id}/revert' in paths),
		'import.meta.env.HAS_CONFIRM': String('/v1/admin/changes/{id}/confirm' in paths),
		'import.meta.env.HAS_SEARCH': String('/v1/admin/search' in paths),
	}
}

/** What the entries of the error catalogue say, without values: the access log doesn't have them. */
const sentencesOf = (entries: Readonly<Record<string, Refused>>) =>
	Object.fromEntries(
		Object.entries(entries).map(([name, { meaning, action }]) => [name, [filled(meaning), filled(action)]]),
	)
