import type { Reply, Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { common } from '../text/en/common.ts'
import { apiKeys } from '../text/en/keys.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'

const t = apiKeys.mode

export type KeyMode = NonNullable<Schema<'UpdateKey'>['mode']>

const MODES = ['act', 'propose', 'read'] as const satisfies readonly KeyMode[]

const OPTIONS = MODES.map((value) => ({ value, label: t.choices[value] }))

/** What a key does with its permissions. */
export const Mode = ({ mode }: { mode: KeyMode }) => (
	<Badge tone={mode === 'act' ? 'normal' : 'good'}>{t.names[mode]}</Badge>
)

export const ModeField = ({ mode = 'act' }: { mode?: KeyMode }) => (
	<SelectField name="mode" label={terms.mode_label} hint={t.hint} options={OPTIONS} defaultValue={mode} />
)

/** The mode that's chosen. */
export const modeIn = (form: Values) => MODES.find((mode) => mode === form.text('mode')) ?? 'act'

export interface ChangeModeProps {
	name: string
	mode: KeyMode
	send: (body: Schema<'UpdateKey'>, headers: Record<string, string>) => Promise<Reply<unknown>>
	onClose: () => void
}

/** Changes what a key does with its permissions. */
export function ChangeMode({ name, mode, send, onClose }: ChangeModeProps) {
	const change = useChange({ send, done: t.done(name), onDone: onClose })
	return (
		<FormDialog
			title={t.title(name)}
			change={change}
			action={common.save}
			onSubmit={(form) => void change.run({ mode: modeIn(form) })}
			onClose={onClose}
		>
			<ModeField mode={mode} />
		</FormDialog>
	)
}
