import { useNavigate, useSearch } from '@tanstack/react-router'
import { common } from '../text/en/common.ts'
import { isoOf, localOf } from './local-time.ts'
import styles from './period.module.css'

const t = common.period

/** The period of a list, in the reader's time. The address has it in UTC under `from` and `to`. */
export function Period() {
	const search = useSearch({ strict: false }) as { from?: string; to?: string }
	return (
		<fieldset className={styles.period}>
			<legend className="unseen">{t.label}</legend>
			<Moment key={`from ${search.from}`} name="from" label={t.from} time={search.from} />
			<Moment key={`to ${search.to}`} name="to" label={t.to} time={search.to} />
		</fieldset>
	)
}

/** A time is taken when it is whole and the reader leaves the field or presses Enter. Each key in between would ask the API. */
function Moment({ name, label, time }: { name: 'from' | 'to'; label: string; time: string | undefined }) {
	const navigate = useNavigate()
	const take = (local: string) => {
		if (local === (time ? localOf(time) : '')) return
		void navigate({ to: '.', search: (search: object) => ({ ...search, [name]: isoOf(local), cursor: undefined }) })
	}
	return (
		<label className={styles.moment}>
			<span>{label}</span>
			<input
				type="datetime-local"
				defaultValue={time ? localOf(time) : ''}
				onBlur={(event) => take(event.target.value)}
				onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
			/>
		</label>
	)
}
