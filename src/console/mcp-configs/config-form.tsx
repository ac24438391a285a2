import { useState } from 'react'
import { api, type Schema, type Tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { EntitlementField } from '../plans/sold-with.tsx'
import type { Scope } from '../session/scope.ts'
import { mcpConfigs as t } from '../text/en/mcp-configs.ts'
import { terms } from '../text/en/terms.ts'
import { CheckField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { SecretField } from '../ui/secret-field.tsx'
import { ProcessFields, processIn, variablesIn } from './process-fields.tsx'

/** A draft's secrets aren't shown anywhere. */
const { bearer_token: _, env: __, ...LABELS } = t.fields

interface ConfigFormProps {
	config: Tagged<Schema<'McpConfig'>>
	scope: Scope
	onClose: () => void
}

/** Changes an MCP server. It asks before a stored token goes to another address, or stored variables to another command. */
export function ConfigForm({ config: read, scope, onClose }: ConfigFormProps) {
	const edit = useEdit(read)
	const config = edit.value
	const { id, transport, has_auth } = config
	const ask = useAsk()
	const [isDeleting, setIsDeleting] = useState(false)
	const save = useChange({
		send: (body: Schema<'UpdateMcpConfig'>, headers) =>
			api.PATCH('/v1/mcp-configs/{config_id}', {
				params: { path: { config_id: id }, query: { scope } },
				body,
				headers,
			}),
		edit,
		done: ({ name }) => terms.saved_it(name),
		canUndo: true,
		onDone: onClose,
	})
	const isRemote = transport !== 'stdio'
	const submit = (form: Values) => {
		const token = form.exact('bearer_token')
		const env = variablesIn(form)
		const input = {
			...changed(config, {
				name: form.text('name'),
				call_timeout_ms: form.number('call_timeout_ms'),
				...(scope === 'platform' && { entitlement: form.textOrNull('entitlement') }),
				...(isRemote ? { url: form.textOrNull('url') } : processIn(form)),
			}),
			...(isDeleting ? { bearer_token: null } : token && { bearer_token: token }),
			...(Object.keys(env).length > 0 && { env }),
		}
		const isRedirect = has_auth && 'url' in input && input.url !== null && !('bearer_token' in input)
		const isOtherProcess = ['command', 'args', 'cwd'].some((field) => field in input) && !('env' in input)
		const question = isRedirect ? t.redirect : t.other_process
		if (isRedirect || isOtherProcess)
			ask({ ...question, body: question.body[scope], isDanger: true, change: save, input })
		else void save.run(input)
	}
	return (
		<EditForm
			title={terms.settings}
			edit={edit}
			labels={{ ...LABELS, entitlement: terms.entitlement }}
			onSubmit={submit}
			change={save}
			onClose={onClose}
		>
			<TextField name="name" label={t.fields.name} defaultValue={config.name} />
			{!isRemote && <ProcessFields stored={config} />}
			{isRemote && (
				<>
					<TextField name="url" label={t.fields.url} type="url" defaultValue={config.url ?? ''} />
					{!isDeleting && <SecretField name="bearer_token" label={t.fields.bearer_token} isSet={has_auth} />}
					{has_auth && (
						<CheckField
							name="delete_token"
							label={t.fields.delete_token}
							checked={isDeleting}
							onChange={(event) => setIsDeleting(event.target.checked)}
						/>
					)}
				</>
			)}
			<TextField
				name="call_timeout_ms"
				label={t.fields.call_timeout_ms}
				type="number"
				min="100"
				max="600000"
				defaultValue={config.call_timeout_ms}
			/>
			{scope === 'platform' && <EntitlementField entitlement={config.entitlement} />}
		</EditForm>
	)
}
