import { useQuery } from '@tanstack/react-query'
import { api, data } from '../api.ts'
import { webhookEndpoints } from '../text/en/webhook-endpoints.ts'
import { useDraft } from '../ui/draft.ts'
import { CheckField, useFieldError } from '../ui/field.tsx'
import styles from './events-field.module.css'

const t = webhookEndpoints.fields

const EVERY = '*'

/** Selects event types. The form gets them in one field, separated by commas. */
export function EventsField({ chosen: stored }: { chosen: string[] }) {
	const [chosen, setChosen] = useDraft(stored)
	const error = useFieldError('events')
	const { data: types = [] } = useQuery({
		queryKey: ['webhook-event-types'],
		queryFn: () => data(api.GET('/v1/webhook-event-types')),
		staleTime: Infinity,
	})
	// An endpoint can have a type that Plinth doesn't emit yet.
	const unknown = stored.filter((type) => type !== EVERY && !types.some((one) => one.type === type))
	const all = [...types, ...unknown.map((type) => ({ type, description: undefined }))]
	const isEvery = chosen.includes(EVERY)
	const turn = (type: string, isOn: boolean) =>
		setChosen(isOn ? [...chosen.filter((one) => one !== EVERY), type] : chosen.filter((one) => one !== type))
	return (
		<fieldset className={styles.events} aria-describedby={error ? 'events-error' : undefined}>
			<legend>{t.events}</legend>
			<input type="hidden" name="events" value={chosen.join(',')} />
			<CheckField
				name="every"
				label={t.every}
				checked={isEvery}
				onChange={(event) => setChosen(event.target.checked ? [EVERY] : [])}
			/>
			{!isEvery && (
				<div className={styles.list}>
					{all.map(({ type, description }) => (
						<CheckField
							key={type}
							name={`event ${type}`}
							label={type}
							hint={description}
							checked={chosen.includes(type)}
							onChange={(event) => turn(type, event.target.checked)}
						/>
					))}
				</div>
			)}
			{error && (
				<p id="events-error" className={styles.error} role="alert">
					{error}
				</p>
			)}
		</fieldset>
	)
}

/** The field's value. */
export const eventsIn = (text: string): string[] => text.split(',').filter((type) => type !== '')
