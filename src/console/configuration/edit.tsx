import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Refusal, Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { configuration } from '../text/en/configuration.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { Form } from '../ui/form.tsx'
import { Columns, PageSkeleton, Panel, Toolbar } from '../ui/page.tsx'
import { Segments } from '../ui/segments.tsx'
import { DocumentField } from './document-field.tsx'
import { useDocument } from './export.tsx'
import { callsOf, neededFor, useOwnerName } from './owner.ts'
import { countsOf, deletionsIn, PlanView } from './plan-view.tsx'
import { readDocument } from './read-document.ts'
import { WrongFields } from './wrong-fields.tsx'

const t = configuration.edit

type Request = Schema<'ConfigurationRequest'>

/** A plan, with the text and mode it was made from. */
interface Planned {
	plan: Schema<'ConfigurationPlan'>
	request: Request
	text: string
}

/** Edits a document, plans it, and applies the plan. Then the revisions show the new one, and the one to go back to. */
export function Edit({ org_id }: { org_id: string | undefined }) {
	const { data: current, error, refetch } = useDocument(org_id)
	if (error && current === undefined) return <Failure refusal={error} onRetry={() => void refetch()} />
	if (current === undefined) return <PageSkeleton />
	return <Editor org_id={org_id} current={current} />
}

function Editor({ org_id, current }: { org_id: string | undefined; current: string }) {
	const [draft, setDraft] = useState<string>()
	const [mode, setMode] = useState<Request['mode']>('merge')
	const [planned, setPlanned] = useState<Planned>()
	const [wrong, setWrong] = useState<Refusal>()
	const navigate = useNavigate({ from: '/configuration' })
	const text = draft ?? current
	const calls = callsOf(org_id)
	const plan = useChange({
		send: (request: Request) => calls.plan(request),
		refreshes: [],
		onDone: (response, request) => setPlanned({ plan: response, request, text }),
	})
	const submit = () => {
		setPlanned(undefined)
		const read = readDocument(text)
		setWrong(read.wrong)
		if (read.document) void plan.run({ document: read.document, mode })
	}
	return (
		<Columns>
			<Panel title={t.title} hint={t.hint}>
				<Form
					label={t.title}
					isDraft={() => draft !== undefined && draft !== current}
					onSubmit={submit}
					refusal={wrong}
					actions={
						<>
							<Button disabled={draft === undefined} onClick={() => setDraft(undefined)}>
								{t.reset}
							</Button>
							<Button kind="primary" submit isBusy={plan.isRunning}>
								{t.plan}
							</Button>
						</>
					}
				>
					<Toolbar>
						<span>{t.mode}</span>
						<Segments
							label={t.mode}
							value={mode ?? 'merge'}
							options={[
								{ value: 'merge', label: t.merge },
								{ value: 'exact', label: terms.delete },
							]}
							onChoose={setMode}
						/>
					</Toolbar>
					<DocumentField label={t.label} value={text} onChange={setDraft} />
				</Form>
				{!wrong && plan.refusal && <WrongFields refusal={plan.refusal} />}
			</Panel>
			<Result
				org_id={org_id}
				planned={planned}
				isOld={planned?.text !== text || planned.request.mode !== mode}
				onApplied={() => {
					setDraft(undefined)
					void navigate({ search: (old) => ({ ...old, tab: 'revisions' }), ignoreBlocker: true })
				}}
			/>
		</Columns>
	)
}

/** Sections with which somebody can lock themselves out. */
const LOCKS_OUT = new Set(['ip_rules', 'gateway_config'])

interface ResultProps {
	org_id: string | undefined
	planned: Planned | undefined
	/** The draft changed since then. */
	isOld: boolean
	onApplied: () => void
}

function Result({ org_id, planned, isOld, onApplied }: ResultProps) {
	const ask = useAsk()
	const owner = useOwnerName(org_id)
	const texts = configuration.apply
	const changes = planned?.plan.changes ?? []
	const deletions = deletionsIn(changes)
	const apply = useChange({
		send: (request: Request, headers) => callsOf(org_id).apply({ request, allow_deletes: deletions, headers }),
		etag: planned?.plan.base,
		done: ({ revision }) => texts.done(revision),
		canUndo: true,
		onDone: onApplied,
	})
	const askToApply = (request: Request) =>
		ask({
			title: texts.title(owner),
			body: texts.body(countsOf(changes)),
			action: texts.action,
			isDanger: deletions > 0,
			...(deletions > 0 ? { typed: texts.typed(deletions) } : {}),
			canGuard: changes.some(({ section }) => LOCKS_OUT.has(section)),
			change: apply,
			input: request,
		})
	const button = planned && changes.length > 0 && (
		<Only needs={neededFor(org_id)}>
			<Button kind="primary" disabled={isOld} onClick={() => askToApply(planned.request)}>
				{texts.action}
			</Button>
		</Only>
	)
	return (
		<Panel title={configuration.plan.title} hint={countsOf(changes)} actions={button}>
			{planned && isOld && <p role="status">{t.changed_since}</p>}
			{planned ? (
				<PlanView key={planned.plan.hash} plan={planned.plan} />
			) : (
				<Notice icon="document" title={configuration.plan.empty} hint={configuration.plan.empty_hint} />
			)}
		</Panel>
	)
}
