import { isDeepStrictEqual, styleText } from 'node:util'

/** A change as a plan returns it. */
export interface PlannedChange {
	action: 'create' | 'update' | 'delete'
	section: string
	key: string
	before: Record<string, unknown> | null
	after: Record<string, unknown> | null
}

const COLORS = { create: 'green', update: 'yellow', delete: 'red', warning: 'magenta', quiet: 'dim' } as const
const SIGNS = { create: '+', update: '~', delete: '-' } as const

type Paint = (as: keyof typeof COLORS, text: string) => string

/** Returns a function that colors a text, or one that leaves it alone. */
export const painter =
	(isColored: boolean): Paint =>
	(as, text) =>
		isColored ? styleText(COLORS[as], text, { validateStream: false }) : text

/** A text without control characters, which could move a terminal's cursor or hide a line. */
export const printable = (text: string) =>
	text.replaceAll(
		/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	)

/** A plan for people to read: a line for each entry, and one for each of its fields that changes. */
export function difference(changes: PlannedChange[], paint: Paint): string {
	if (changes.length === 0) return 'Nothing to change.'
	const lines = changes.flatMap(({ action, section, key, before, after }) => [
		paint(action, `${SIGNS[action]} ${section} ${printable(key)}`),
		...(action === 'delete' ? [] : fieldsOf('', before ?? {}, after ?? {}, paint)),
	])
	const count = (action: PlannedChange['action']) => changes.filter((change) => change.action === action).length
	return [
		...lines,
		'',
		`${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete.`,
	].join('\n')
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !('$secret' in value)

function fieldsOf(path: string, before: Fields, after: Fields, paint: Paint): string[] {
	return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
		const [from, to] = [before[name], after[name]]
		if (isDeepStrictEqual(from, to)) return []
		if (isFields(to) && (from === undefined || isFields(from)))
			return fieldsOf(`${path}${name}.`, from ?? {}, to, paint)
		const was = from === undefined ? '' : `${paint('delete', shown(from))} → `
		const becomes = to === undefined ? paint('delete', 'deleted') : paint('create', shown(to))
		return [`    ${paint('quiet', `${printable(path + name)}:`)} ${was}${becomes}`]
	})
}

/** A value on one line. */
function shown(value: unknown): string {
	const secret = (value as { $secret?: { fingerprint?: string | null } } | null)?.$secret
	const text = secret ? `a secret (${secret.fingerprint ?? "it doesn't open"})` : JSON.stringify(value)
	return printable(text.length > 120 ? `${text.slice(0, 119)}…` : text)
}
