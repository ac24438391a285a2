import { api, type Schema, type Tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { changed, useChange } from '../change/change.ts'
import { Conflict } from '../change/conflict.tsx'
import { useEdit } from '../change/edit.ts'
import { OnlyForm } from '../change/only.tsx'
import { useTrial } from '../change/trial.ts'
import { common } from '../text/en/common.ts'
import { email } from '../text/en/email.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { FieldRow, type Values } from '../ui/form.tsx'

const t = email.config

type Config = Schema<'EmailConfig'>
type Change = Schema<'PutEmailConfig'>

const MODES = (['starttls', 'tls', 'none'] as const).map((value) => ({ value, label: email.modes[value] }))

/** The form's values. An empty field has none; an empty password keeps the stored one. */
function changeOf(form: Values): Change {
	const port = form.textOrNull('smtp_port')
	const password = form.exact('smtp_pass')
	return {
		from: form.textOrNull('from'),
		smtp_host: form.textOrNull('smtp_host'),
		smtp_port: port === null ? null : Number(port),
		smtp_tls_mode: form.text('smtp_tls_mode') as 'starttls' | 'tls' | 'none',
		smtp_user: form.textOrNull('smtp_user'),
		...(password && { smtp_pass: password }),
	}
}

/** Removes the stored settings. */
const NOTHING = { from: null, smtp_host: null, smtp_port: null, smtp_user: null, smtp_pass: null, smtp_tls_mode: null }

interface ConfigFormProps {
	config: Tagged<Config>
	source: Schema<'EmailStatus'>['source']
	/** Goes back to the values, if there are any. */
	onClose?: () => void
}

/** The settings for outgoing mail. Stored settings replace all variables, so the first save sends every field. */
export function ConfigForm({ config: read, source, onClose }: ConfigFormProps) {
	const ask = useAsk()
	const edit = useEdit(read)
	const config = edit.value
	const options = {
		send: (body: Change, headers: Record<string, string>) => api.PUT('/v1/admin/email/config', { body, headers }),
		canUndo: true,
		...(onClose && { onDone: onClose }),
	}
	const save = useChange({ ...options, edit, done: t.saved })
	const remove = useChange({ ...options, etag: edit.etag, done: email.password.removed })
	const removeAll = useChange({ ...options, etag: edit.etag, done: email.remove.done })
	const trial = useTrial(save)
	const submit = async (form: Values) => {
		const whole = changeOf(form)
		const input = source === 'db' ? changed(config, whole) : whole
		const found = await trial.run(input)
		if (found) ask({ title: t.ask, body: t.body, action: t.confirm, canGuard: true, change: save, input })
	}
	const askToRemove = () =>
		ask({
			title: email.password.remove_title,
			body: email.password.remove_body,
			action: email.password.remove,
			isDanger: true,
			canGuard: true,
			change: remove,
			input: { smtp_pass: null },
		})
	const askToRemoveAll = () =>
		ask({
			title: email.remove.title,
			body: email.remove.body,
			action: email.remove.action,
			isDanger: true,
			canGuard: true,
			change: removeAll,
			input: NOTHING,
		})
	const refusal = trial.refusal ?? save.refusal
	const { from, smtp_host, smtp_port, smtp_tls_mode, smtp_user, smtp_pass_set } = config
	return (
		<OnlyForm
			needs={['platform_admin']}
			label={terms.settings}
			edit={edit}
			onSubmit={(form) => void submit(form)}
			refusal={refusal}
			actions={
				<>
					{source === 'db' && <Button onClick={askToRemoveAll}>{email.remove.action}</Button>}
					{smtp_pass_set && source === 'db' && <Button onClick={askToRemove}>{email.password.remove}</Button>}
					{onClose && <Button onClick={onClose}>{common.cancel}</Button>}
					<Button kind="primary" submit isBusy={trial.isRunning}>
						{t.action}
					</Button>
				</>
			}
		>
			<Conflict edit={edit} labels={email.fields} />
			<TextField name="from" label={email.fields.from} hint={email.fields.from_hint} defaultValue={from ?? ''} />
			<FieldRow>
				<TextField name="smtp_host" label={email.fields.smtp_host} defaultValue={smtp_host ?? ''} inputMode="url" />
				<TextField
					name="smtp_port"
					label={email.fields.smtp_port}
					hint={email.fields.smtp_port_hint}
					defaultValue={smtp_port ?? ''}
					inputMode="numeric"
				/>
			</FieldRow>
			<SelectField
				name="smtp_tls_mode"
				label={email.fields.smtp_tls_mode}
				options={MODES}
				defaultValue={smtp_tls_mode ?? 'starttls'}
			/>
			<FieldRow>
				<TextField
					name="smtp_user"
					label={email.fields.smtp_user}
					hint={email.fields.smtp_user_hint}
					defaultValue={smtp_user ?? ''}
				/>
				<TextField
					name="smtp_pass"
					label={email.fields.smtp_pass}
					{...(smtp_pass_set && { hint: email.password.set })}
					type="password"
					autoComplete="new-password"
				/>
			</FieldRow>
		</OnlyForm>
	)
}
