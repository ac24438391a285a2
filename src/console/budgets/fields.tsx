import { budgets } from '../text/en/budgets.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FieldRow, type Values } from '../ui/form.tsx'
import { typedList } from '../ui/format.ts'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'
import type { Budget } from './read.ts'

const t = budgets.fields

type Changeable = Pick<Budget, 'name' | 'limit' | 'mode' | 'alerts' | 'expires_at'>

const MODES = (['enforce', 'observe'] as const).map((value) => ({ value, label: t.modes[value] }))

/** The fields that can change later. */
export const ChangeableFields = ({ stored }: { stored: Changeable | undefined }) => (
	<>
		<FieldRow>
			<TextField name="limit" label={t.limit} hint={t.limit_hint} inputMode="numeric" defaultValue={stored?.limit} />
			<SelectField name="mode" label={t.mode} options={MODES} defaultValue={stored?.mode} />
		</FieldRow>
		<TextField name="alerts" label={t.alerts} hint={t.alerts_hint} defaultValue={stored && typedList(stored.alerts)} />
		<MomentField
			name="expires_at"
			label={t.expires}
			hint={t.expires_hint}
			defaultValue={stored?.expires_at ?? undefined}
		/>
	</>
)

/** What they hold. The API refuses what isn't a number, so an empty limit isn't 0. */
export const changeableIn = (form: Values): Changeable => ({
	name: form.text('name'),
	limit: numberIn(form.text('limit')),
	mode: form.text('mode') as Changeable['mode'],
	alerts: form
		.text('alerts')
		.split(/[\s,;%]+/)
		.filter((text) => text !== '')
		.map(numberIn),
	expires_at: typedMoment(form.text('expires_at')) ?? null,
})

/** "5,000" is 5000, as the console writes it. */
const numberIn = (text: string) => (text === '' ? Number.NaN : Number(text.replaceAll(',', '')))
