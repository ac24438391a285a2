import { useState } from 'react'
import { api, type Schema, tagged, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { terms } from '../text/en/terms.ts'
import { webhookEndpoints as t } from '../text/en/webhook-endpoints.ts'
import { CheckField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { SecretField } from '../ui/secret-field.tsx'
import { EventsField, eventsIn } from './events-field.tsx'

/** A draft's secret isn't shown anywhere. */
const { secret: _, ...LABELS } = t.fields

interface EndpointFormProps {
	endpoint: Tagged<Schema<'WebhookEndpoint'>>
	onClose: () => void
}

/** Changes an endpoint unless it changed since it was read. */
export function EndpointForm({ endpoint: read, onClose }: EndpointFormProps) {
	const params = { path: { endpoint_id: read.value.id } }
	const edit = useEdit(read, {
		members: ['success_rate', 'last_failure'],
		read: () => tagged(api.GET('/v1/webhook-endpoints/{endpoint_id}', { params })),
	})
	const endpoint = edit.value
	const { url, events, has_secret } = endpoint
	const [isDeleting, setIsDeleting] = useState(false)
	const save = useChange({
		send: (body: Schema<'UpdateWebhookEndpoint'>, headers) =>
			api.PATCH('/v1/webhook-endpoints/{endpoint_id}', {
				params,
				body,
				// It may keep an event type that Plinth doesn't emit yet.
				headers: { ...headers, Prefer: 'handling=lenient' },
			}),
		edit,
		done: t.saved,
		canUndo: true,
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const secret = form.text('secret')
		void save.run({
			...changed(endpoint, { url: form.text('url'), events: eventsIn(form.text('events')) }),
			...(isDeleting ? { secret: null } : secret && { secret }),
		})
	}
	return (
		<EditForm title={terms.settings} edit={edit} labels={LABELS} onSubmit={submit} change={save} onClose={onClose}>
			<TextField name="url" label={t.fields.url} hint={t.fields.url_hint} type="url" defaultValue={url} />
			<EventsField chosen={events} />
			{!isDeleting && <SecretField name="secret" label={t.fields.secret} isSet={has_secret} placeholder="whsec_" />}
			{has_secret && (
				<CheckField
					name="delete_secret"
					label={t.fields.no_secret}
					checked={isDeleting}
					onChange={(event) => setIsDeleting(event.target.checked)}
				/>
			)}
		</EditForm>
	)
}
