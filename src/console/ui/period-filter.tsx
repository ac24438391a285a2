import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import fields from './field.module.css'
import styles from './period-filter.module.css'

interface Period {
	from?: string | undefined
	to?: string | undefined
}

/** What the API takes for a period of days. Both days count, by the reader's own clock. */
export const timesOf = ({ from, to }: Period): Period => ({
	from: from && new Date(`${from}T00:00:00`).toISOString(),
	to: to && dayAfter(to).toISOString(),
})

function dayAfter(day: string): Date {
	const time = new Date(`${day}T00:00:00`)
	time.setDate(time.getDate() + 1)
	return time
}

/** A first and a last day, under `?from=` and `?to=`. */
export const PeriodFilter = ({ from, to }: { from: string; to: string }) => (
	<span className={styles.period}>
		<Day name="from" label={from} />
		<Day name="to" label={to} />
	</span>
)

function Day({ name, label }: { name: keyof Period; label: string }) {
	const navigate = useNavigate()
	const day = (useSearch({ strict: false }) as Period)[name] ?? ''
	// What is typed counts until the address has another day.
	const [typed, setTyped] = useState({ day, text: day })
	const text = typed.day === day ? typed.text : day
	const change = (value: string) => {
		setTyped({ day, text: value })
		// While a year is typed, its first digits are a year too.
		if (value !== '' && value < '2000') return
		void navigate({
			to: '.',
			replace: true,
			search: (old: object) => ({ ...old, [name]: value || undefined, cursor: undefined }),
		})
	}
	return (
		<label>
			{label}
			<input
				type="date"
				className={fields.input}
				value={text}
				max="9999-12-31"
				onChange={(event) => change(event.target.value)}
			/>
		</label>
	)
}
