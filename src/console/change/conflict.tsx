import type { Refusal } from '../api.ts'
import { changes } from '../text/en/common.ts'
import { Icon } from '../ui/icon.tsx'
import { isSame } from './change.ts'
import { textOf } from './differences.tsx'
import styles from './conflict.module.css'

const t = changes.conflict

interface ConflictProps {
	refusal: Refusal | undefined
	/** What the API has now. A change that met a 412 reads it again by itself. */
	current: object
	/** What was sent. */
	draft: object | undefined
	/** The labels of the fields, by their names. */
	labels: Record<string, string>
}

/** After a 412: what somebody else changed in the meantime, next to the draft, which stays in its form. */
export function Conflict({ refusal, current, draft = {}, labels }: ConflictProps) {
	if (refusal?.status !== 412) return null
	const now = current as Record<string, unknown>
	const rows = Object.entries(draft).filter(([name, value]) => name in labels && !isSame(now[name], value))
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
