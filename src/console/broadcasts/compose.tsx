import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, Refusal, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { OnlyForm } from '../change/only.tsx'
import { useTrial } from '../change/trial.ts'
import { OrgField } from '../names/org-field.tsx'
import { OrgName } from '../names/org-name.tsx'
import { useMay } from '../session/session.ts'
import { broadcasts } from '../text/en/broadcasts.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { LongTextField, SelectField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { Columns, Page, Panel } from '../ui/page.tsx'
import { MessagePreview } from './message-preview.tsx'

const t = broadcasts.compose

type Draft = Schema<'CreateBroadcast'>

const AUDIENCES = [
	{ value: 'all', label: t.to_all },
	{ value: 'org', label: t.to_org },
]

/** What the API would say about a field that can't be sent at all. */
const wrong = (path: string, message: string) =>
	new Refusal(400, { error: 'validation.error', message, details: { fields: [{ path, message }] } })

/** The form's values, or what's wrong with them. */
function draftOf(form: Values, isToAll: boolean): Draft | Refusal {
	const target = isToAll ? 'all' : form.text('target')
	if (!target) return wrong('target', t.org_wrong)
	const draft = { type: form.text('type'), title: form.text('title'), body: form.text('body'), target }
	const payload = payloadOf(form.text('payload'))
	return payload ? { ...draft, payload } : wrong('payload', t.payload_wrong)
}

function payloadOf(text: string): Draft['payload'] | undefined {
	if (text === '') return {}
	try {
		const value: unknown = JSON.parse(text)
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Draft['payload'])
			: undefined
	} catch {
		return undefined
	}
}

/** Writes a broadcast. A dry run counts its readers before the question. */
export function Compose() {
	const ask = useAsk()
	const navigate = useNavigate()
	const [title, setTitle] = useState('')
	const [body, setBody] = useState('')
	const mayTellAll = useMay('platform.write')
	const [audience, setAudience] = useState(mayTellAll ? 'all' : 'org')
	const [mistake, setMistake] = useState<Refusal>()
	const isToAll = audience === 'all'
	const send = useChange({
		send: (draft: Draft, headers) => api.POST('/v1/admin/notifications/broadcasts', { body: draft, headers }),
		done: broadcasts.ask.done,
		onDone: ({ id }) => void navigate({ to: '/broadcasts/$broadcast_id', params: { broadcast_id: id } }),
	})
	const trial = useTrial(send)
	const submit = async (form: Values) => {
		const draft = draftOf(form, isToAll)
		setMistake(draft instanceof Refusal ? draft : undefined)
		if (draft instanceof Refusal) return
		const found = await trial.run(draft)
		if (!found) return
		ask({
			title: isToAll ? broadcasts.ask.to_all : broadcasts.ask.to_org,
			body: (
				<>
					{found.effects.join(' ')} {broadcasts.ask.body}{' '}
					{!isToAll && (
						<>
							{broadcasts.ask.in_org} <OrgName org_id={draft.target} />
						</>
					)}
				</>
			),
			action: broadcasts.ask.confirm,
			hasNoPreview: true,
			change: send,
			input: draft,
		})
	}
	return (
		<Page title={t.title} hint={t.hint}>
			<Columns>
				<Panel title={t.message}>
					<OnlyForm
						needs={['people.write', 'platform.write']}
						label={t.message}
						onSubmit={(form) => void submit(form)}
						refusal={mistake ?? trial.refusal}
						actions={
							<Button kind="primary" submit isBusy={trial.isRunning}>
								{t.send}
							</Button>
						}
					>
						<SelectField
							name="audience"
							label={t.to}
							options={mayTellAll ? AUDIENCES : AUDIENCES.filter(({ value }) => value === 'org')}
							hint={mayTellAll ? undefined : t.to_all_needs}
							value={audience}
							onChange={(event) => setAudience(event.target.value)}
						/>
						{!isToAll && <OrgField name="target" label={terms.org} hint={terms.search_by_name} />}
						<TextField
							name="title"
							label={t.heading}
							value={title}
							onChange={(event) => setTitle(event.target.value)}
							spellCheck
						/>
						<LongTextField
							name="body"
							label={t.body}
							hint={t.body_hint}
							rows={6}
							value={body}
							onChange={(event) => setBody(event.target.value)}
						/>
						<TextField name="type" label={terms.type} hint={t.type_hint} defaultValue={t.usual_type} />
						<LongTextField name="payload" label={t.payload} hint={t.payload_hint} rows={2} spellCheck={false} />
					</OnlyForm>
				</Panel>
				<Panel title={terms.preview} noPadding>
					<MessagePreview
						title={title.trim() || broadcasts.preview.heading}
						body={body.trim() || broadcasts.preview.body}
						time={broadcasts.preview.now}
					/>
				</Panel>
			</Columns>
		</Page>
	)
}
