import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { linkTo } from '../requests/read.ts'
import { titleOf } from '../requests/words.tsx'
import { type Scope, useScope } from '../session/scope.ts'
import { type Me, useMay, useMe } from '../session/session.ts'
import { ahead as t } from '../text/en/ahead.ts'
import { Failure, Notice } from '../ui/failure.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { forecastOf, LEAST_DAYS, MOST_DAYS } from '../ui/forecast.ts'
import { ago, compactUsd, day } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import type * as ICONS from '../ui/icons.ts'
import { Columns, Panel, PanelSkeleton, Stack } from '../ui/page.tsx'
import { lengthOf, monthOf, plusDays, thisDay } from '../usage/period.ts'
import { costOfDays } from '../usage/usage.ts'
import { endingBudgets, runningOut, waitingChanges, waitingRequests } from './coming.ts'
import { SinceYesterday } from './since-yesterday.tsx'
import styles from './ahead.module.css'

/** What is coming: of the platform, or of an org. */
export default function Ahead({ org_id }: { org_id: string | undefined }) {
	const mayRead = useMay('org.settings', 'platform.read')
	return (
		<Columns>
			<Stack>
				<Panel title={t.title}>
					<Month org_id={org_id} />
					{mayRead && <Coming org_id={org_id} />}
				</Panel>
			</Stack>
			{mayRead && <SinceYesterday org_id={org_id} />}
		</Columns>
	)
}

/** What this month has cost, and what it will have cost at its end. */
function Month({ org_id }: { org_id: string | undefined }) {
	const today = thisDay()
	const month = monthOf(today, 0)
	const first = plusDays(today, -MOST_DAYS)
	const start = first < month.start ? first : month.start
	const { data: days, error } = useQuery({
		queryKey: ['usage', 'month', org_id, start, today],
		queryFn: () => costOfDays(org_id, { start, end: today }),
	})
	if (error && !days) return <Failure refusal={error} />
	const sumFrom = (from: string) =>
		days?.reduce((sum, { date, cost_usd }) => (date >= from ? sum + cost_usd : sum), 0) ?? 0
	const spent = sumFrom(month.start)
	const ended = spent - sumFrom(today)
	// Today isn't over, so all of it is expected.
	const coming = forecastOf(
		days?.flatMap(({ date, cost_usd }) => (date >= first && date < today ? [cost_usd] : [])) ?? [],
		lengthOf({ start: today, end: month.end }),
	)
	const atLeast = (value: number) => compactUsd(Math.max(spent, ended + value))
	return (
		<Figures>
			<Figure label={t.spent} value={days && compactUsd(spent)} hint={t.since(day(month.start))} />
			<Figure
				label={t.expected(day(month.end))}
				value={days && (coming ? atLeast(coming.expected) : '–')}
				hint={coming ? t.range(atLeast(coming.low), atLeast(coming.high), coming.from_days) : t.too_early(LEAST_DAYS)}
			/>
		</Figures>
	)
}

interface Line {
	key: string
	icon: keyof typeof ICONS
	text: string
	/** How sure it is, or whom it's about. */
	note?: string
	link: LinkProps
}

/** What ends, runs out or waits, the soonest first. */
function Coming({ org_id }: { org_id: string | undefined }) {
	const me = useMe()
	const side = useScope()
	const { data: asked } = useQuery({
		queryKey: ['requests', 'ahead', org_id],
		queryFn: () => requests(me, org_id, side),
		refetchInterval: ASKED_MS,
	})
	const { data: ending } = useQuery({
		queryKey: ['ahead', org_id],
		queryFn: async () => (await Promise.all([changes(org_id), budgets(org_id), credits(org_id)])).flat(),
	})
	if (!asked || !ending) return <PanelSkeleton />
	const lines = [...asked, ...ending]
	if (lines.length === 0) return <Notice icon="check" title={t.nothing} hint={t.nothing_hint} />
	return (
		<ul className={styles.lines} aria-label={t.coming}>
			{lines.map(({ key, icon, text, note, link }) => (
				<li key={key}>
					<Icon name={icon} />
					<span>
						<Link {...link}>{text}</Link>
						{note && <span className={styles.note}> {note}</span>}
					</span>
				</li>
			))}
		</ul>
	)
}

const whenOf = (time: number) => ago(new Date(time).toISOString())

/** How often it's asked whether somebody asks. */
const ASKED_MS = 30_000

async function requests(me: Me, org_id: string | undefined, side: Scope): Promise<Line[]> {
	const { shown, more } = await waitingRequests(me, org_id)
	const lines = shown.map((request): Line => ({
		key: request.id,
		icon: 'requests',
		text: titleOf(request),
		note: t.decide(ago(request.expires_at)),
		link: linkTo(request, side),
	}))
	if (more > 0) lines.push({ key: 'more', icon: 'requests', text: t.more_requests(more), link: { to: '/requests' } })
	return lines
}

async function changes(org_id: string | undefined): Promise<Line[]> {
	return (await waitingChanges()).map(({ audit_id, due_at }) => ({
		key: audit_id,
		icon: 'clock',
		text: t.change(ago(due_at)),
		link:
			org_id === undefined
				? { to: '/audit-logs', search: { row: audit_id } }
				: { to: '/your-org', search: { tab: 'log' } },
	}))
}

async function budgets(org_id: string | undefined): Promise<Line[]> {
	return (await endingBudgets(org_id)).map(({ budget: { id, name }, state, end, isEarly }) => ({
		key: id,
		icon: 'budget',
		text: state.remaining === 0 ? t.budget_is_full(name) : t.budget(name, whenOf(end)),
		...(isEarly && { note: t.early }),
		link: { to: '/budgets/$budget_id', params: { budget_id: id }, search: org_id === undefined ? {} : { org_id } },
	}))
}

async function credits(org_id: string | undefined): Promise<Line[]> {
	return (await runningOut(org_id)).map(({ org_name, end, days, org_id: of }) => ({
		key: of,
		icon: 'credits',
		text: org_id === undefined ? t.credits_of(org_name, whenOf(end)) : t.credits(whenOf(end)),
		note: t.pace(days),
		link:
			org_id === undefined
				? { to: '/credits/$org_id', params: { org_id: of } }
				: { to: '/credits', search: { of: 'org' } },
	}))
}
