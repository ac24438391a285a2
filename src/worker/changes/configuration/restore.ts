import type { Caller } from '../../context.ts'
import { conflict } from '../../ground/http/errors.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { Shown } from '../../ground/secrets/field.ts'
import { hasFingerprint } from '../../ground/secrets/fingerprint.ts'
import { openReplaced } from '../../ground/secrets/replaced.ts'
import { type Configured, mayWrite, secretsOf } from '../../ground/write/configured.ts'
import type { Item } from '../../ground/write/entry.ts'
import { kindsOf } from '../kinds.ts'
import { currentState, planOf } from './plan.ts'
import { readRevision } from './revisions.ts'
import { type SecretIds, secretName } from './secret-ids.ts'
import type { State } from './state.ts'

/**
 * What restoring a revision would do. Replaced secrets come back from the vault. Throws 404 for an unknown revision, and a 409
 * that names the secrets that are no longer kept.
 */
export async function planOfRestore(c: Caller, owner: string, number: string) {
	const { revision, secret_ids } = await readRevision(c, owner, number)
	const { document } = revision
	const state = await currentState(c, owner, document)
	// Sections that the caller couldn't change by single calls stay as they are, such as the overrides that operators set.
	// So do those that the version which made the revision didn't have.
	const sections = kindsOf(owner).filter(
		(kind) => mayWrite(c.var.principal, kind, owner) && Object.hasOwn(document, kind.name),
	)
	const restored = await withSecrets(c, state, sections, document, secret_ids)
	const names = sections.map(({ name }) => name)
	return planOf(c, state, { document: restored, mode: 'exact', sections: names, isRestore: true })
}

interface SecretOf {
	section: string
	entry: string
	field: string
	fingerprint: string
}

/** The document with the plaintexts of those secrets that differ from the stored ones. */
async function withSecrets(
	c: Caller,
	state: State,
	sections: Configured[],
	document: Record<string, unknown>,
	ids: SecretIds,
) {
	const missing = sections.flatMap((section) => missingIn(c, state, section, document[section.name]))
	if (missing.length === 0) return document
	const kept = await keptSecrets(c, state.owner, missing, ids)
	const gone = missing
		.filter((one) => !kept.has(one))
		.map(({ section, entry, field }) => `${section}.${entry}.${field}`)
	if (gone.length > 0)
		throw conflict('configuration.secret_gone', {
			secrets: gone,
		})
	const restored = structuredClone(document)
	for (const [{ section, entry, field }, value] of kept) {
		const entries = restored[section] as Record<string, Item>
		const item = sections.find(({ name }) => name === section)?.isSingle ? (entries as Item) : entries[entry]
		if (item) item[field] = { $secret: { value } }
	}
	return restored
}

/** The secrets of a revision's section that differ from the stored ones. */
function missingIn({ env }: Caller, { owner, sections }: State, section: Configured, value: unknown): SecretOf[] {
	const entries = section.isSingle ? [[section.name, value] as const] : entriesOf(value)
	return entries.flatMap(([entry, item]) =>
		secretsOf(section, entry).flatMap((field): SecretOf[] => {
			const fingerprint = ((item as Item)[field] as Shown | undefined)?.$secret.fingerprint
			if (fingerprint === undefined) return []
			const stored = sections.get(section.name)?.get(entry)?.secrets.get(field)
			const place = [owner, section.name, entry, field]
			const isSame =
				fingerprint === null
					? stored !== undefined && stored.plaintext === undefined
					: stored?.plaintext !== undefined && hasFingerprint(env, place, stored.plaintext, fingerprint)
			return isSame ? [] : [{ section: section.name, entry, field, fingerprint: fingerprint ?? '' }]
		}),
	)
}

/** The plaintexts of the secrets that the vault still keeps. One D1 call. */
async function keptSecrets({ env, var: { db } }: Caller, owner: string, missing: SecretOf[], ids: SecretIds) {
	const idOf = ({ section, entry, field }: SecretOf) => ids[secretName(section, entry, field)] ?? ''
	const opened = await openReplaced(env, db, missing.map(idOf))
	const found = new Map<SecretOf, string>()
	for (const one of missing) {
		const { section, entry, field, fingerprint } = one
		const plaintext = opened.get(idOf(one))
		if (plaintext !== undefined && hasFingerprint(env, [owner, section, entry, field], plaintext, fingerprint))
			found.set(one, plaintextValue(field, plaintext))
	}
	return found
}

/** An environment is stored as the JSON text of its values. */
const plaintextValue = (field: string, plaintext: string): string =>
	field === 'env' ? (JSON.parse(plaintext) as string) : plaintext
