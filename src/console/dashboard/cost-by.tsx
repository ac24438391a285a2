import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { agentLink } from '../agents/search.ts'
import { answered, api, type Schema } from '../api.ts'
import { Name } from '../names/name.tsx'
import { OrgName } from '../names/org-name.tsx'
import { ActorName } from '../names/people.tsx'
import { useMay } from '../session/session.ts'
import { ahead } from '../text/en/ahead.ts'
import { Failure, Notice } from '../ui/failure.tsx'
import { Bars } from '../ui/figures.tsx'
import { number, usd } from '../ui/format.ts'
import { Panel, PanelSkeleton } from '../ui/page.tsx'
import { Segments } from '../ui/segments.tsx'
import type { Days, Period } from '../usage/period.ts'
import { usageByModel } from '../usage/usage.ts'
import type { RunLink } from './links.ts'
import styles from './cost-by.module.css'

const t = ahead.models

const MOST = 7

type By = 'model' | 'agent' | 'org' | 'user' | 'api_key'

interface CostByProps {
	org_id: string | undefined
	period: Period
	/** Undefined if the user may not see runs. */
	linkTo: RunLink | undefined
}

/** Who or what cost the most in the period. A bar leads to what it counts. */
export function CostBy(props: CostByProps) {
	const [by, setBy] = useState<By>('model')
	const { org_id, linkTo } = props
	const offered: By[] = org_id === undefined ? ['model', 'agent', 'org', 'user', 'api_key'] : ['model', 'agent', 'user']
	return (
		<Panel
			title={t.title[by]}
			actions={
				linkTo && (
					<Segments
						label={t.by}
						value={by}
						options={offered.map((value) => ({ value, label: t.of[value] }))}
						onChoose={setBy}
					/>
				)
			}
		>
			{by === 'model' ? <Models {...props} /> : <Subjects {...props} by={by} />}
		</Panel>
	)
}

const Empty = () => <Notice icon="models" title={t.empty} hint={t.empty_hint} />

interface MostExpensiveProps {
	name: ReactNode
	cost: number
	all: number
}

const MostExpensive = ({ name, cost, all }: MostExpensiveProps) => (
	<p className={styles.first}>
		<strong>{name}</strong> {t.first} {t.share(usd(cost), partOf(cost, all))}
	</p>
)

/** The models, each with its part of the cost in the period before. */
function Models({ org_id, period: { days, before }, linkTo }: CostByProps) {
	const { data, error } = useQuery({
		queryKey: ['usage', 'models', org_id, days, before],
		queryFn: () => Promise.all([usageByModel(org_id, days), usageByModel(org_id, before)]),
		placeholderData: (old) => old,
	})
	const [models, earlier] = data ?? []
	if (!models || !earlier) return error ? <Failure refusal={error} /> : <PanelSkeleton />
	const [first] = models
	if (!first) return <Empty />
	const [all, sumBefore] = [costOf(models), costOf(earlier)]
	return (
		<>
			<MostExpensive name={first.model} cost={first.cost_usd} all={all} />
			<Bars
				label={t.title.model}
				bars={models.slice(0, MOST).map(({ model, cost_usd }) => {
					const then = earlier.find((one) => one.model === model)
					const part = partOf(cost_usd, all)
					return {
						name: model,
						value: cost_usd,
						text: usd(cost_usd),
						note: then ? t.was(part, partOf(then.cost_usd, sumBefore)) : t.is(part),
						// Runs without a model count under a name that no filter finds.
						link: model === 'unknown' ? undefined : linkTo?.({ model }),
					}
				})}
			/>
		</>
	)
}

type Subject = Schema<'SubjectUsage'>

/** Whose runs cost the most, of those in the database. */
function Subjects({ by, org_id, period: { days }, linkTo }: CostByProps & { by: Exclude<By, 'model'> }) {
	const { data, error } = useQuery({
		queryKey: ['usage', 'by-subject', by, org_id, days],
		queryFn: () => bySubject(org_id, { ...days, by }),
	})
	const isOperator = useMay('platform.read')
	if (!data) return error ? <Failure refusal={error} /> : <PanelSkeleton />
	const { rows, isCut } = data
	const [first] = rows
	if (!first) return <Empty />
	const nameOf = (row: Subject) => <SubjectName by={by} row={row} isOperator={isOperator} />
	return (
		<>
			<MostExpensive name={nameOf(first)} cost={first.cost_usd} all={costOf(rows)} />
			<Bars
				label={t.title[by]}
				bars={rows.slice(0, MOST).map((row) => ({
					name: `${row.org_id} ${row.subject ?? ''}`,
					label: nameOf(row),
					value: row.cost_usd,
					text: usd(row.cost_usd),
					note: t.runs(number(row.run_count)),
					link: linkOf(by, row, linkTo),
				}))}
			/>
			{isCut && <p className={styles.cut}>{t.cut}</p>}
		</>
	)
}

async function bySubject(org_id: string | undefined, query: Days & { by: Exclude<By, 'model'> }) {
	const { data: rows = [], response } = await answered(
		org_id === undefined
			? api.GET('/v1/admin/usage/by-subject', { params: { query } })
			: api.GET('/v1/orgs/{org_id}/usage/by-subject', { params: { path: { org_id }, query } }),
	)
	return { rows, isCut: response.headers.get('X-Is-Cut') === 'true' }
}

function SubjectName({ by, row: { org_id, subject }, isOperator }: { by: By; row: Subject; isOperator: boolean }) {
	if (by === 'org') return <OrgName org_id={org_id} />
	if (subject === null) return t.nobody
	if (by === 'agent') return subject
	return isOperator ? <Name id={subject} /> : <ActorName org_id={org_id} id={subject} />
}

function linkOf(by: By, { org_id, subject }: Subject, linkTo: RunLink | undefined): LinkProps | undefined {
	if (by === 'org') return { to: '.', search: (old: object) => ({ ...old, org_id }) } as LinkProps
	if (subject === null || by === 'api_key') return undefined
	return by === 'agent' ? agentLink({ org_id, agent_id: subject }, undefined) : linkTo?.({ user_id: subject })
}

const costOf = (rows: { cost_usd: number }[]) => rows.reduce((sum, { cost_usd }) => sum + cost_usd, 0)

/** A part of the cost in percent. */
const partOf = (cost: number, all: number) => (all === 0 ? '0' : Math.round((cost / all) * 100).toString())
