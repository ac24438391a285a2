import { useState } from 'react'
import type { Schema } from '../api.ts'
import { Differences } from '../change/differences.tsx'
import { configuration } from '../text/en/configuration.ts'
import { sentences } from '../text/en/sentences.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { titleOf } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './plan-view.module.css'

const t = configuration.plan

type Plan = Schema<'ConfigurationPlan'>
type PlannedChange = Plan['changes'][number]

const TONES = { create: 'good', update: 'accent', delete: 'bad' } as const

/** A section that is new shows its own name. */
const sectionOf = (section: string) => titleOf(sentences.sections[section] ?? section)

/** Nobody reads more than this at once. */
const MAX_CHANGES = 60

/** What applying a document would do, by section, with warnings. */
export function PlanView({ plan: { changes, warnings } }: { plan: Plan }) {
	const [isWhole, setIsWhole] = useState(changes.length <= MAX_CHANGES)
	if (changes.length === 0) return <Notice icon="check" title={t.none} hint={t.none_hint} />
	const shown = isWhole ? changes : changes.slice(0, MAX_CHANGES)
	return (
		<div className={styles.plan}>
			{warnings.length > 0 && (
				<div className={styles.warnings} role="note" aria-label={t.warnings}>
					<Icon name="alert" />
					<ul>
						{warnings.map(({ section, key, reason, message }) => (
							<li key={`${section} ${key} ${reason}`}>{message}</li>
						))}
					</ul>
				</div>
			)}
			{[...Map.groupBy(shown, ({ section }) => section)].map(([section, rows]) => (
				<section key={section} aria-label={sectionOf(section)}>
					<h3 className={styles.section}>
						{sectionOf(section)} <span>{countsOf(rows)}</span>
					</h3>
					<ul className={styles.changes}>
						{rows.map((row) => (
							<One key={row.key} change={row} />
						))}
					</ul>
				</section>
			))}
			{!isWhole && <Button onClick={() => setIsWhole(true)}>{t.more(changes.length - MAX_CHANGES)}</Button>}
		</div>
	)
}

const One = ({ change: { action, key, before, after } }: { change: PlannedChange }) => (
	<li className={styles.change} data-action={action}>
		<p>
			<Badge tone={TONES[action]}>{t.actions[action]}</Badge> <code>{key}</code>
		</p>
		<Differences before={before} after={after} />
	</li>
)

/** "2 to create, 1 to delete". */
export function countsOf(changes: PlannedChange[]): string {
	const count = (wanted: PlannedChange['action']) => changes.filter(({ action }) => action === wanted).length
	return t.counts(count('create'), count('update'), count('delete'))
}

/** Children of an entry that count as separate deletions. */
const CHILDREN = ['entitlements', 'models'] as const

/** How many entries an apply deletes, as the API counts them. */
export const deletionsIn = (changes: PlannedChange[]): number =>
	changes.reduce((sum, { before, after }) => {
		const gone = CHILDREN.flatMap((name) => {
			const left = keysOf(after?.[name])
			return keysOf(before?.[name]).filter((key) => !left.includes(key))
		})
		return sum + gone.length + (after === null ? 1 : 0)
	}, 0)

const keysOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value) : [])
