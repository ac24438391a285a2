import { changes } from '../text/en/changes.ts'
import { isSame } from '../ui/draft.ts'
import { Icon } from '../ui/icon.tsx'
import { textOf } from './differences.tsx'
import type { Edit } from './edit.ts'
import styles from './conflict.module.css'

const t = changes.conflict

export interface ConflictProps<T> {
	edit: Pick<Edit<T>, 'value' | 'refused'>
	/** The fields' labels, by name. */
	labels: Record<string, string>
	/** Formats a state for people. */
	show?: ((state: T) => object) | undefined
}

/** After a 412: what somebody else changed in the meantime, next to the draft, which stays in its form. */
export function Conflict<T extends object>({
	edit: { value: theirs, refused },
	labels,
	show = same,
}: ConflictProps<T>) {
	if (!refused) return null
	const now = show(theirs) as Record<string, unknown>
	// A draft has some of the state's members.
	const draft = Object.entries(show(refused as T))
	const rows = draft.filter(([name, value]) => name in labels && !isSame(now[name], value))
	return (
		<div className={styles.conflict} role="alert">
			<Icon name="alert" />
			<div>
				<p className={styles.title}>{t.title}</p>
				<p>{rows.length === 0 ? t.same : t.hint}</p>
				{rows.length > 0 && (
					<table>
						<thead>
							<tr>
								<th scope="col">{t.field}</th>
								<th scope="col">{t.theirs}</th>
								<th scope="col">{t.yours}</th>
							</tr>
						</thead>
						<tbody>
							{rows.map(([name, value]) => (
								<tr key={name}>
									<th scope="row">{labels[name]}</th>
									<td>{textOf(now[name])}</td>
									<td>{textOf(value)}</td>
								</tr>
							))}
						</tbody>
					</table>
				)}
			</div>
		</div>
	)
}

const same = (state: object) => state
