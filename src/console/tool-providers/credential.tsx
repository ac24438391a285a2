import { api, type Schema, type Tagged } from '../api.ts'
import { useChange } from '../change/change.ts'
import { Conflict } from '../change/conflict.tsx'
import { useEdit } from '../change/edit.ts'
import type { Scope } from '../session/scope.ts'
import { common } from '../text/en/common.ts'
import { terms } from '../text/en/terms.ts'
import { toolProviders } from '../text/en/tool-providers.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { SecretField } from '../ui/secret-field.tsx'
import { fullOf, type ToolProvider } from './layer.ts'

const t = toolProviders.credential

interface CredentialProps {
	provider: Tagged<ToolProvider>
	scope: Scope
	onClose: () => void
}

/** Stores the key of a provider, its base URL, or both. */
export function Credential({ provider, scope, onClose }: CredentialProps) {
	const edit = useEdit(provider)
	const { group_name: group, provider_name: name, key_prefix, base_url = null } = edit.value
	const put = useChange({
		send: (body: Schema<'PutCredential'>, headers) =>
			api.PUT('/v1/tool-providers/{group}/{provider}/credential', {
				params: { path: { group, provider: name }, query: { scope } },
				body,
				headers,
			}),
		edit,
		done: t.done(fullOf(edit.value)),
		canUndo: true,
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const api_key = form.exact('api_key')
		const url = form.text('base_url')
		void put.run({ ...(api_key && { api_key }), ...(url !== (base_url ?? '') && { base_url: url }) })
	}
	return (
		<FormDialog
			title={t.title(fullOf(edit.value))}
			change={put}
			edit={edit}
			onSubmit={submit}
			action={common.save}
			onClose={onClose}
		>
			<Conflict edit={edit} labels={{ base_url: terms.base_url }} />
			<SecretField name="api_key" label={t.api_key} isSet={key_prefix !== undefined} mask={key_prefix} />
			<TextField
				name="base_url"
				label={terms.base_url}
				hint={key_prefix ? t.base_url_hint : undefined}
				type="url"
				defaultValue={base_url ?? ''}
				placeholder="https://"
			/>
		</FormDialog>
	)
}
