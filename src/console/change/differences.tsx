import { Name } from '../names/name.tsx'
import { changes } from '../text/en/changes.ts'
import { utcOf } from '../ui/format.ts'
import { isId, isTime } from './sentences/values.ts'
import styles from './differences.module.css'

const t = changes.preview

interface DifferencesProps {
	/** Null for what was created. */
	before: unknown
	/** Null for what was deleted. */
	after: unknown
	/** At most as many members. */
	max?: number
}

/** The members of two states that differ, the old value next to the new one. */
export function Differences({ before, after, max = Infinity }: DifferencesProps) {
	const members = differencesOf(before, after)
	if (members.length === 0) return <p className={styles.quiet}>{t.equal}</p>
	return (
		<>
			<dl className={styles.differences}>
				{members.slice(0, max).map(({ path, old, now }) => (
					<div key={path}>
						<dt>{path}</dt>
						<dd>
							{old !== undefined && (
								<del>
									<Value value={old} />
								</del>
							)}{' '}
							{now !== undefined && (
								<ins>
									<Value value={now} />
								</ins>
							)}
						</dd>
					</div>
				))}
			</dl>
			{members.length > max && <p className={styles.quiet}>{t.more(members.length - max)}</p>}
		</>
	)
}

const Value = ({ value }: { value: unknown }) =>
	isId(value) ? <Name id={value} /> : isTime(value) ? utcOf(value) : textOf(value)

interface Difference {
	/** A path to nested members: `entitlements.limit.value`. */
	path: string
	/** Undefined if it didn't exist. */
	old: unknown
	now: unknown
}

/** The members that differ, down to the values that have no members. */
function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
	// A missing value and a null one look the same.
	if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return []
	const [old, now] = [membersOf(before), membersOf(after)]
	const isWhole = !(old ?? now) || (before != null && !old) || (after != null && !now)
	if (isWhole) return [{ path, old: before ?? undefined, now: after ?? (before == null ? after : undefined) }]
	const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])
	return [...names].flatMap((name) => differencesOf(old?.[name], now?.[name], path ? `${path}.${name}` : name))
}

/** Undefined for a value that's shown as a whole: strings, lists, secrets. */
function membersOf(value: unknown): Record<string, unknown> | undefined {
	if (typeof value !== 'object' || value === null || '$secret' in value) return undefined
	if (!Array.isArray(value)) return value as Record<string, unknown>
	const entries = value as Keyed[]
	const isKeyed = entries.length > 0 && entries.every((entry) => typeof entry?.key === 'string')
	return isKeyed ? Object.fromEntries(entries.map(memberOf)) : undefined
}

/** An entry of a list that has keys: an entitlement of a plan, or a line in the audit row of a configuration document. */
type Keyed = { key: string; section?: string; entry?: unknown }

const memberOf = ({ key, section, ...rest }: Keyed) => (section ? [`${section} ${key}`, rest.entry] : [key, rest])

/** As much of a list or an object as anybody reads. */
const LONGEST = 160

/** A value in a line. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null || value === '') return '–'
	if (typeof value === 'string') return value
	if (typeof value === 'object' && '$secret' in value) return secretText(value.$secret)
	const text = JSON.stringify(value)
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

const secretText = (secret: unknown) => {
	const { fingerprint } = (secret ?? {}) as { fingerprint?: string | null }
	return fingerprint ? `${t.secret} ${fingerprint.slice(0, 6)}…` : t.secret
}
