import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, data, Refusal } from '../api.ts'
import { OrgField } from '../names/org-field.tsx'
import { OrgName } from '../names/org-name.tsx'
import { useScope } from '../session/scope.ts'
import { useIsOperator, useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { playground as t } from '../text/en/llm-providers.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { objectOf } from '../ui/json-field.tsx'
import { useLeave } from '../ui/leaving.tsx'
import { Columns, Page, Panel, Stack } from '../ui/page.tsx'
import { ContextField } from './context-field.tsx'
import { Order } from './order.tsx'
import { useRanked } from './ranked.ts'
import { Resolved } from './resolved.tsx'

/** Which model a run gets, and why. The request is in the address, so switching to another org keeps it. */
export function Playground() {
	const { selector, context } = useSearch({ from: '/llm-providers/resolve' })
	const me = useMe()
	const scope = useScope()
	const isOperator = useIsOperator()
	const { data: ranked, error } = useRanked()
	const resolved = useQuery({
		queryKey: ['llm-providers', 'resolve', scope, selector, context],
		queryFn: () =>
			data(
				api.POST('/v1/llm-providers/resolve', {
					params: { query: { scope } },
					body: { selector: selector ?? null, context: objectOf(context ?? '') ?? null },
				}),
			),
		retry: false,
	})
	const refusal = resolved.error instanceof Refusal ? resolved.error : undefined
	const hasNone = refusal?.reason === 'routing.model_not_found'
	const isAtField = refusal !== undefined && Object.keys(refusal.fields).length > 0
	const names = ranked?.map(({ name }) => name) ?? []
	const known = new Set(ranked?.flatMap(({ when }) => Object.keys(when)))
	return (
		<Page hint={t.hint}>
			<Columns>
				<Panel title={terms.request} hint={scope === 'org' && <OrgName org_id={me.org_id} />}>
					<Request
						key={`${scope} ${selector} ${context}`}
						names={names}
						known={[...known]}
						refusal={isAtField ? refusal : undefined}
					/>
				</Panel>
				<Stack>
					<Panel title={terms.result}>
						{hasNone ? (
							<Notice icon="models" {...t.none[whyNone(ranked && names.length, selector, context)]} />
						) : refusal ? (
							<Failure refusal={refusal} onRetry={() => void resolved.refetch()} />
						) : (
							<Resolved resolved={resolved.data} />
						)}
					</Panel>
					<Order models={ranked} error={error} resolved={refusal ? undefined : resolved.data} />
					{isOperator && scope === 'org' && (
						<Panel title={t.other_org} hint={t.other_org_hint}>
							<OtherOrg />
						</Panel>
					)}
				</Stack>
			</Columns>
		</Page>
	)
}

/** Why there's no model. Without any, or before anything was asked, that's no fault. */
function whyNone(count: number | undefined, selector?: string, context?: string): keyof typeof t.none {
	if (count === 0) return 'no_models'
	if (selector) return 'unknown'
	return context ? 'unmatched' : 'unasked'
}

interface RequestProps {
	/** What a selector can be. */
	names: string[]
	/** What a condition asks for. */
	known: string[]
	refusal: Refusal | undefined
}

function Request({ names, known, refusal }: RequestProps) {
	const { selector, context } = useSearch({ from: '/llm-providers/resolve' })
	const navigate = useNavigate()
	const submit = (form: Values) =>
		void navigate({
			to: '/llm-providers/resolve',
			search: {
				selector: form.text('selector') || undefined,
				context: form.text('context') || undefined,
			},
		})
	return (
		<Form
			label={terms.request}
			isTransient
			onSubmit={submit}
			refusal={refusal}
			actions={
				<Button kind="primary" icon="play" submit>
					{t.run}
				</Button>
			}
		>
			<TextField
				name="selector"
				label={t.selector}
				hint={t.selector_hint}
				defaultValue={selector ?? ''}
				list="selectors"
			/>
			<datalist id="selectors">
				{names.map((name) => (
					<option key={name}>{name}</option>
				))}
			</datalist>
			<ContextField context={objectOf(context ?? '') ?? {}} known={known} />
		</Form>
	)
}

function OtherOrg() {
	const switchOrg = useSwitchOrg()
	const [isRunning, setIsRunning] = useState(false)
	const leave = useLeave()
	const submit = (org_id: string) =>
		leave(async () => {
			setIsRunning(true)
			await switchOrg(org_id)
			setIsRunning(false)
		})
	return (
		<Form
			label={t.other_org}
			isTransient
			onSubmit={(form) => form.text('org_id') && submit(form.text('org_id'))}
			actions={
				<Button submit isBusy={isRunning}>
					{t.switch}
				</Button>
			}
		>
			<OrgField name="org_id" label={terms.org} />
		</Form>
	)
}
