import { api, type Reply, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { browserOf } from '../session/browser-name.ts'
import { newPasskey } from '../session/passkey.ts'
import { terms } from '../text/en/terms.ts'
import { waysIn } from '../text/en/ways-in.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const t = waysIn.passkeys

type Passkey = Schema<'Passkey'>

/** Has the browser make a passkey for the challenge of the API. A repeat makes another one, so it takes no `Idempotency-Key`. */
async function added(name: string): Promise<Reply<Passkey | Schema<'DryRun'>>> {
	const options = await api.POST('/v1/me/passkeys/options')
	if (!options.data) return { error: options.error, response: options.response }
	const credential = await newPasskey(options.data)
	return api.POST('/v1/me/passkeys', { body: { name, credential } })
}

/** Asks for the name of a new passkey, then the browser for the passkey. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
	const add = useChange({ send: added, done: ({ name }) => t.add.done(name), onDone: onClose })
	return (
		<FormDialog
			title={t.add.title}
			hint={t.add.hint}
			change={add}
			onSubmit={(form) => void add.run(form.text('name'))}
			action={t.add.submit}
			onClose={onClose}
		>
			<TextField
				name="name"
				label={terms.name}
				hint={t.add.field_hint}
				defaultValue={browserOf(navigator.userAgent) ?? ''}
				maxLength={100}
				required
			/>
		</FormDialog>
	)
}

/** Gives a passkey another name. */
export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
	const rename = useChange({
		send: (body: Schema<'UpdatePasskey'>, headers) =>
			api.PATCH('/v1/me/passkeys/{id}', { params: { path: { id } }, body, headers }),
		done: (passkey) => t.rename.done(passkey.name),
		onDone: onClose,
	})
	return (
		<FormDialog
			title={t.rename.title}
			change={rename}
			onSubmit={(form) => void rename.run({ name: form.text('name') })}
			action={terms.rename}
			onClose={onClose}
		>
			<TextField name="name" label={terms.name} defaultValue={name} maxLength={100} required />
		</FormDialog>
	)
}
