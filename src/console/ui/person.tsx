import { initials } from './format.ts'
import styles from './person.module.css'

/** A name with its initials, and something that tells two of the same name apart. */
export const Person = ({ name, hint }: { name: string; hint?: string }) => (
	<span className={styles.person}>
		<span className={styles.avatar} aria-hidden="true">
			{initials(name)}
		</span>
		<span className={styles.names}>
			<bdi className={styles.name}>{name}</bdi>
			{hint && <span className={styles.hint}>{hint}</span>}
		</span>
	</span>
)
