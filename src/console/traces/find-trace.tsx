import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestsOf } from '../access-log/requests-of.tsx'
import { Refusal } from '../api.ts'
import { useScope } from '../session/scope.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { traces } from '../text/en/traces.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Page, Panel } from '../ui/page.tsx'

const t = traces.find

const TRACE_ID = /^[\da-f]{32}$/i

/** Asks for a trace ID. Links open a trace directly. */
export function FindTrace() {
	const navigate = useNavigate()
	const [refusal, setRefusal] = useState<Refusal>()
	const submit = (form: Values) => {
		const trace_id = form.text('trace_id')
		if (TRACE_ID.test(trace_id)) void navigate({ to: '/trace/$trace_id', params: { trace_id: trace_id.toLowerCase() } })
		else setRefusal(new Refusal(400, { details: { fields: [{ path: 'trace_id', message: t.wrong }] } }))
	}
	return (
		<Page hint={t.hint}>
			<Panel>
				<Form
					label={shell.places.traces}
					isTransient
					onSubmit={submit}
					refusal={refusal}
					actions={
						<Button kind="primary" submit>
							{t.action}
						</Button>
					}
				>
					<TextField name="trace_id" label={terms.trace_id} hint={t.label_hint} maxLength={64} />
				</Form>
			</Panel>
			{useScope() === 'platform' && (
				<>
					<RequestsOf of={{ status_class: '5xx' }} title={t.failed} />
					<RequestsOf of={{ status_class: '4xx' }} title={t.refused} />
				</>
			)}
		</Page>
	)
}
