import type { Refusal } from '../api.ts'
import { configuration } from '../text/en/configuration.ts'
import { Failure } from '../ui/failure.tsx'
import styles from './wrong-fields.module.css'

/** Each wrong field of a document by its path, or the refusal as a whole. */
export function WrongFields({ refusal }: { refusal: Refusal }) {
	const fields = Object.entries(refusal.fields)
	if (fields.length === 0) return <Failure refusal={refusal} isInline />
	return (
		<div className={styles.wrong} role="alert">
			<p>{configuration.edit.wrong}</p>
			<dl>
				{fields.map(([path, text]) => (
					<div key={path}>
						<dt>
							<code>{path}</code>
						</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
		</div>
	)
}
