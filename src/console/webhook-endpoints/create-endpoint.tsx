import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { webhookEndpoints as t } from '../text/en/webhook-endpoints.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { Facts } from '../ui/page.tsx'
import { EventsField, eventsIn } from './events-field.tsx'

interface Made {
	id: string
	public_key: string
	secret: string | null
}

/** Registers an endpoint, then shows what its receiver needs. */
export function CreateEndpoint({ onClose }: { onClose: () => void }) {
	const [secret, setSecret] = useState('')
	const [made, setMade] = useState<Made>()
	const create = useChange({
		send: (body: Schema<'CreateWebhookEndpoint'>, headers) => api.POST('/v1/webhook-endpoints', { body, headers }),
		done: t.create.done,
		canUndo: true,
		onDone: ({ id, public_key }, input) => setMade({ id, public_key, secret: input.secret ?? null }),
	})
	const submit = (form: Values) =>
		void create.run({ url: form.text('url'), events: eventsIn(form.text('events')), secret: form.textOrNull('secret') })
	if (made) return <Keys made={made} />
	return (
		<FormDialog title={t.create.title} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="url" label={t.fields.url} hint={t.fields.url_hint} type="url" placeholder="https://" />
			<EventsField chosen={['*']} />
			<TextField
				name="secret"
				label={t.fields.secret}
				hint={t.fields.secret_hint}
				placeholder="whsec_"
				value={secret}
				onChange={(event) => setSecret(event.target.value)}
			/>
			<div>
				<Button icon="key" onClick={() => setSecret(newSecret())}>
					{t.fields.make_secret}
				</Button>
			</div>
		</FormDialog>
	)
}

function Keys({ made: { id, public_key, secret } }: { made: Made }) {
	const navigate = useNavigate()
	const open = () => void navigate({ to: '/webhook-endpoints/$endpoint_id', params: { endpoint_id: id } })
	return (
		<Dialog title={t.create.keys} hint={t.create.keys_hint} done={t.create.open} onClose={open}>
			<Facts
				facts={[
					[t.facts.key, <Id key="key" text={public_key} what={t.facts.key} />],
					...(secret
						? [[t.facts.secret, <Id key="secret" text={secret} what={t.facts.secret} />] as [string, ReactNode]]
						: []),
				]}
			/>
			{secret && <p>{t.create.once}</p>}
		</Dialog>
	)
}

/** 32 random bytes, as Standard Webhooks writes a secret. */
const newSecret = () => `whsec_${btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(32))))}`
