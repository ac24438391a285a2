import type * as z from 'zod'
import { canonical, textOf, TooDeep } from '../../ground/db/canonical.ts'
import { distinct, meaningOf, said } from '../../ground/http/field-codes.ts'
import { entriesOf, isObject } from '../../ground/http/json-input.ts'
import { must } from '../../ground/http/must.ts'
import { type Unknown, unknownIn } from '../../ground/http/unknown.ts'
import { type Given, plaintextOf, shown, type Shown } from '../../ground/secrets/field.ts'
import { fingerprintOfSecret, hasFingerprint } from '../../ground/secrets/fingerprint.ts'
import { type Configured, secretsOf } from '../../ground/write/configured.ts'
import type { Item, Stored } from '../../ground/write/entry.ts'
import { kindsOf } from '../kinds.ts'
import { misfitsOf } from './misfits.ts'
import { type Reading, refuse, underPath } from './reading.ts'
import type { State } from './state.ts'

/** A document as the caller sent it, and what to apply of it. */
export interface Request {
	document: Record<string, unknown>
	/** `merge` deletes nothing. `exact` deletes what the document doesn't name. */
	mode: 'merge' | 'exact'
	/** The sections to apply. By default, all that the document has. */
	sections?: string[] | undefined
	/** Whether the document is a revision, so that values which no longer fit their keys come back. */
	isRestore?: true
	/** Whether nothing will be applied, so operators may plan what they couldn't apply. */
	isOnlyPlanned?: true
	/** Whether a given secret counts as changed without a look at the stored one, for those who couldn't replace it. */
	isBlind?: boolean
}

/** The entries that a document names in one section. */
export interface Named {
	kind: Configured
	items: Map<string, Item>
	/** The new secrets of each entry, by field. */
	plaintexts: Map<string, Map<string, string>>
}

/** After this many invalid fields, the rest of the document isn't read. */
const MAX_PROBLEMS = 100

/**
 * Reads what a document names, using the schemas and rules of the slices. An entry that equals the stored one is taken as it
 * is, without checking it again. Throws a 400 with every invalid field, by its path in the document.
 */
export function namedIn(env: Env, state: State, request: Request): { named: Named[]; unknown: Unknown[] } {
	const isRestore = request.isRestore === true
	const reading: Reading = {
		env,
		state,
		isRestore,
		isBlind: request.isBlind === true,
		problems: [],
		unknown: [],
		reason: undefined,
	}
	const kinds = scopeOf(reading, request)
	const named = kinds.map((kind) => readSection(reading, kind, request.document[kind.name]))
	refuse(reading)
	return { named, unknown: reading.unknown }
}

/** The sections that a request applies. */
function scopeOf({ problems, state }: Reading, { document, sections }: Request): Configured[] {
	const known = kindsOf(state.owner)
	const names = known.map(({ name }) => name)
	if (document.version !== 1) problems.push({ path: 'version', message: must.version })
	for (const name of Object.keys(document))
		if (name !== 'version' && !names.includes(name))
			problems.push({ path: name, ...said('sections', { allowed: names }) })
	for (const name of sections ?? [])
		if (!Object.hasOwn(document, name) || !names.includes(name))
			problems.push({ path: 'sections', ...said('no_section', { name }) })
	return known.filter(({ name }) => (sections ? sections.includes(name) : true) && Object.hasOwn(document, name))
}

function readSection(reading: Reading, kind: Configured, value: unknown): Named {
	const named: Named = { kind, items: new Map(), plaintexts: new Map() }
	// An entry checks itself.
	if (!kind.isSingle && !isObject(value)) reading.problems.push({ path: kind.name, message: must.object })
	const entries = kind.isSingle
		? [[kind.name, value === null ? (noneOf(kind) ?? value) : value] as const]
		: entriesOf(value)
	for (const [name, raw] of entries) {
		if (reading.problems.length >= MAX_PROBLEMS) break
		readEntry(reading, named, name, raw)
	}
	return named
}

/** What null means for a single entry: all fields have their defaults, and no secret stays. */
const noneOf = ({ isNone, secrets }: Configured) =>
	isNone && Object.fromEntries((secrets?.fields ?? []).map((field) => [field, null]))

function readEntry(reading: Reading, { kind, items, plaintexts }: Named, name: string, raw: unknown) {
	const path = kind.isSingle ? kind.name : `${kind.name}.${name}`
	const stored = reading.state.sections.get(kind.name)
	if (isUnchanged(reading, path, raw, stored?.get(name))) {
		items.set(name, stored?.get(name)?.item as Item)
		return
	}
	const key = kind.isSingle ? name : keyOf(reading, path, kind.key, name)
	if (key === undefined) return
	if (items.has(key)) {
		reading.problems.push({ path, ...said('repeated_entry', { key }) })
		return
	}
	const item = itemOf(reading, path, kind, key, raw, stored?.get(key)?.item)
	if (!item) return
	const secrets = new Map<string, string>()
	for (const field of secretsOf(kind, key))
		item[field] = secretOf(reading, { path, kind, key, field, given: item[field] as Given }, stored?.get(key), secrets)
	items.set(key, canonical(item))
	plaintexts.set(key, secrets)
}

function isUnchanged({ problems }: Reading, path: string, raw: unknown, stored: Stored | undefined): boolean {
	try {
		return textOf(raw) === stored?.text
	} catch (error) {
		if (!(error instanceof TooDeep)) throw error
		problems.push({ path, message: must.nesting })
		return false
	}
}

function keyOf({ problems }: Reading, path: string, schema: z.ZodType<string>, name: string): string | undefined {
	const { data, error } = schema.safeParse(name)
	const [issue] = error?.issues ?? []
	if (issue) problems.push({ path, ...meaningOf(issue), message: `${issue.message}, as a key` })
	// Many JSON tools silently drop this one name.
	else if (data === '__proto__') problems.push({ path, message: must.proto_as_key })
	else return data
	return undefined
}

/** An entry's fields with their defaults. Undefined when a field is invalid. */
function itemOf(
	reading: Reading,
	path: string,
	kind: Configured,
	key: string,
	raw: unknown,
	stored: Item | undefined,
): Item | undefined {
	const { child } = kind
	const before = reading.problems.length
	const entry = kind.entry(key)
	const item = parsed(reading, path, entry, raw, child ? [child.field] : [])
	if (child && isObject(raw)) {
		const inside = `${path}.${child.field}`
		const value = raw[child.field] ?? {}
		if (!isObject(value)) reading.problems.push({ path: inside, message: must.object })
		const children = new Map<string, Item>()
		for (const [name, inner] of entriesOf(value)) {
			if (reading.problems.length >= MAX_PROBLEMS) break
			const childKey = keyOf(reading, `${inside}.${name}`, child.key, name)
			const childItem = parsed(reading, `${inside}.${name}`, child.entry, inner, [])
			if (childKey === undefined || !childItem) continue
			if (children.has(childKey))
				reading.problems.push({
					path: `${inside}.${name}`,
					...said('repeated_entry', { key: childKey }),
				})
			children.set(childKey, childItem)
		}
		if (item) item[child.field] = Object.fromEntries(children)
	}
	if (item && !reading.isRestore)
		reading.problems.push(...misfitsOf(kind, { owner: reading.state.owner, path, key, item, stored }))
	if (!item || reading.problems.length > before) return undefined
	return underPath(reading, path, () => kind.check?.(reading.env, key, item) ?? item)
}

/** Parses an object with a schema, and refuses any other field. */
function parsed({ problems, ...reading }: Reading, path: string, schema: z.ZodObject, raw: unknown, others: string[]) {
	if (!isObject(raw)) return void problems.push({ path, message: must.object })
	const fields = [...Object.keys(schema.shape), ...others]
	const unknown = Object.keys(raw).filter((field) => !fields.includes(field))
	for (const field of unknown) problems.push({ path: `${path}.${field}`, ...said('fields', { allowed: fields }) })
	if (unknown.length > 0) return undefined
	const own = Object.fromEntries(entriesOf(raw).filter(([field]) => !others.includes(field)))
	reading.unknown.push(...unknownIn(schema, own, path))
	const { data, error } = schema.safeParse(raw)
	for (const issue of distinct(error?.issues ?? []))
		problems.push({ path: [path, ...issue.path].join('.'), ...meaningOf(issue) })
	return data
}

interface SecretField {
	path: string
	kind: Configured
	key: string
	field: string
	given: Given
}

/** What a document shows for a secret after the apply. A new plaintext is added to `plaintexts`. */
function secretOf(
	reading: Reading,
	{ path, kind, key, field, given }: SecretField,
	stored: Stored | undefined,
	plaintexts: Map<string, string>,
): Shown {
	const { env, state, problems } = reading
	const place = [state.owner, kind.name, key, field]
	const found = stored?.secrets.get(field)
	const kept = () => stored?.item[field] as Shown
	const wrong = (message: string) => {
		problems.push({ path: `${path}.${field}`, message })
		return null
	}
	if (given === null || given === undefined) {
		if (given === undefined && found) return kept()
		return kind.secrets?.isRequired ? wrong(must.required_none_stored) : null
	}
	if ('keep' in given) return found ? kept() : wrong(must.value_without_stored)
	if ('fingerprint' in given) {
		const isSame =
			found &&
			(found.plaintext === undefined
				? given.fingerprint === null
				: given.fingerprint !== null && hasFingerprint(env, place, found.plaintext, given.fingerprint))
		return isSame ? kept() : wrong(must.fingerprint)
	}
	if (isObject(given.value) && Object.keys(given.value).length === 0) return null
	const plain = plaintextOf(given.value)
	const checked = underPath(reading, path, () => kind.secrets?.check?.(env, key, plain) ?? plain)
	if (checked === undefined) return null
	if (!reading.isBlind && found?.plaintext === checked) return kept()
	plaintexts.set(field, checked)
	if (reading.isBlind) return shown(null)
	return shown(fingerprintOfSecret(env, place, checked))
}
