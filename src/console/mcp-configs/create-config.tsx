import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { EntitlementField } from '../plans/sold-with.tsx'
import { useScope } from '../session/scope.ts'
import { mcpConfigs as t } from '../text/en/mcp-configs.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { SecretField } from '../ui/secret-field.tsx'
import { ProcessFields, processIn, variablesIn } from './process-fields.tsx'

type Transport = Schema<'McpConfig'>['transport']

const TRANSPORTS = (['streamable_http', 'http_sse', 'stdio'] as const).map((value) => ({
	value,
	label: t.transports[value],
}))

/** Adds an MCP server. The transport decides which fields there are. */
export function CreateConfig({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const scope = useScope()
	const [transport, setTransport] = useState<Transport>('streamable_http')
	const create = useChange({
		send: (body: Schema<'CreateMcpConfig'>, headers) =>
			api.POST('/v1/mcp-configs', { params: { query: { scope } }, body, headers }),
		done: ({ name }) => t.create.done(name),
		canUndo: true,
		onDone: ({ id }) => void navigate({ to: '/mcp-configs/$config_id', params: { config_id: id } }),
	})
	const submit = (form: Values) =>
		void create.run({
			name: form.text('name'),
			transport,
			...(scope === 'platform' && { entitlement: form.textOrNull('entitlement') }),
			call_timeout_ms: form.number('call_timeout_ms'),
			...(transport === 'stdio' ? { ...processIn(form), env: variablesIn(form) } : addressIn(form)),
		})
	return (
		<FormDialog title={t.create.title} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="name" label={t.fields.name} />
			<SelectField
				name="transport"
				label={t.fields.transport}
				options={TRANSPORTS}
				value={transport}
				onChange={(event) => setTransport(event.target.value as Transport)}
			/>
			{transport === 'stdio' ? <ProcessFields /> : <AddressFields />}
			<TextField
				name="call_timeout_ms"
				label={t.fields.call_timeout_ms}
				type="number"
				min="100"
				max="600000"
				defaultValue="10000"
			/>
			{scope === 'platform' && <EntitlementField entitlement={null} />}
		</FormDialog>
	)
}

const AddressFields = () => (
	<>
		<TextField name="url" label={t.fields.url} type="url" placeholder="https://" />
		<SecretField name="bearer_token" label={t.fields.bearer_token} />
	</>
)

const addressIn = (form: Values) => ({
	url: form.textOrNull('url'),
	bearer_token: form.exact('bearer_token') || null,
})
