import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, type Schema, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { Editable } from '../change/editable.tsx'
import { gatewayConfig as t } from '../text/en/gateway-config.ts'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Failure } from '../ui/failure.tsx'
import { Bars } from '../ui/figures.tsx'
import { number, typedList } from '../ui/format.ts'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { risksOf } from '../why/risks.ts'
import { ConfigForm } from './config-form.tsx'
import type { Config } from './draft.ts'
import { rehearsalQuery } from './rehearsal.tsx'

/** How the gateway locates callers and which risk it refuses. */
export function GatewayConfig() {
	const [config, instead] = useDetail({
		queryKey: ['gateway-config'],
		queryFn: () => tagged(api.GET('/v1/admin/gateway-config')),
	})
	if (!config) return instead
	return (
		<Page hint={t.hint}>
			<Columns>
				<Stack>
					<Editable
						title={t.form}
						needs={['platform.write']}
						renderForm={(onClose) => <ConfigForm config={config} onClose={onClose} />}
					>
						<Settings config={config.value} />
					</Editable>
					<Caller config={config.value} />
				</Stack>
				<Stack>
					<Blocked config={config.value} />
					<Risks threshold={config.value.risk_reject_threshold} />
					<History target_id="gateway" />
				</Stack>
			</Columns>
		</Page>
	)
}

/** What the current settings block of the recent requests, and whom. */
function Blocked({ config }: { config: Config }) {
	const { data: found, error } = useQuery(rehearsalQuery(config))
	// The panel about your own request says why.
	if (error) return null
	const { refused = 0, judged = 0, refused_by, users = [] } = found ?? {}
	const by = (label: string, error: 'ip.blocked' | 'risk.rejected'): [string, ReactNode] => [
		label,
		refused_by !== undefined && refused_by[error] > 0 && (
			<Link key={error} to="/access-log" search={{ error }}>
				{number(refused_by[error])}
			</Link>
		),
	]
	return (
		<Panel title={t.standing.blocked} hint={found && t.standing.blocked_hint(number(refused), number(judged))}>
			{refused > 0 && (
				<Facts
					facts={[
						by(t.rehearsal.by_rules, 'ip.blocked'),
						by(t.rehearsal.by_risk, 'risk.rejected'),
						[t.standing.users, users.length > 0 && <Users key="users" users={users} />],
					]}
				/>
			)}
		</Panel>
	)
}

const Users = ({ users }: { users: Schema<'Rehearsal'>['users'] }) =>
	users.slice(0, MOST_NAMES).map(({ user_id, username }) => (
		<Link key={user_id} to="/access-log" search={{ user_id }}>
			<bdi>{username ?? t.rehearsal.deleted}</bdi>{' '}
		</Link>
	))

/** As many users as the panel names. */
const MOST_NAMES = 3

const RISKS = [
	['anonymous', '0.10'],
	['bot', '0.15'],
	['empty_user_agent', '0.20'],
	['hosting_network', '0.30'],
	['tor', '0.60'],
] as const

/** What adds to the score of a request, and what of it reaches the threshold alone. */
const Risks = ({ threshold }: { threshold: number }) => (
	<Panel title={t.risks.title} hint={t.risks.hint}>
		<Bars
			label={t.risks.title}
			most={1}
			bars={RISKS.map(([risk, score]) => ({
				name: t.risks.names[risk],
				value: Number(score),
				text: score,
				...(threshold > 0 && Number(score) >= threshold ? { note: t.risks.enough } : {}),
			}))}
		/>
	</Panel>
)

const Settings = ({ config: { ip_mode, trusted_cidrs, risk_reject_threshold } }: { config: Config }) => (
	<Facts
		facts={[
			[t.fields.ip_mode, t.modes[ip_mode]],
			[
				t.fields.trusted_cidrs,
				trusted_cidrs.length > 0 ? <code key="networks">{typedList(trusted_cidrs)}</code> : t.caller.none,
			],
			[t.fields.risk_reject_threshold, risk_reject_threshold === 0 ? t.blocks_nobody : risk_reject_threshold],
		]}
	/>
)

/** Your own request, as the current gateway settings assess it. */
function Caller({ config }: { config: Config }) {
	const { data, error } = useQuery(rehearsalQuery(config))
	if (error) return <Failure refusal={error} isInline />
	const { client_ip, risk_score, risk_reasons } = data?.caller ?? {}
	return (
		<Panel title={t.caller.title} hint={t.caller.hint}>
			<Facts
				facts={[
					[t.caller.address, client_ip ? <Id key="ip" text={client_ip} what={t.caller.address} /> : '…'],
					[t.caller.score, risk_score ?? '…'],
					[t.caller.reasons, risk_reasons ? risksOf(risk_reasons) || t.caller.none : '…'],
				]}
			/>
		</Panel>
	)
}
