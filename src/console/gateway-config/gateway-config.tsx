import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { Editable } from '../change/editable.tsx'
import { gatewayConfig as t } from '../text/en/gateway-config.ts'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Failure } from '../ui/failure.tsx'
import { Bars, Figure, Figures } from '../ui/figures.tsx'
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
			<Standing config={config.value} />
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
					<Risks threshold={config.value.risk_reject_threshold} />
					<History target_id="gateway" />
				</Stack>
			</Columns>
		</Page>
	)
}

/** Whom the current settings block, among the recent requests. */
function Standing({ config }: { config: Config }) {
	const { data: found, error } = useQuery(rehearsalQuery(config))
	// The panel below says why.
	if (error) return null
	const { refused_by, users } = found ?? {}
	return (
		<Figures>
			<Figure
				label={t.standing.blocked}
				value={found && number(found.refused)}
				hint={found && t.standing.blocked_hint(number(found.judged))}
			/>
			<Figure
				label={t.rehearsal.by_rules}
				value={refused_by && number(refused_by['ip.blocked'])}
				hint={
					<Link to="/access-log" search={{ error: 'ip.blocked' }}>
						{t.standing.requests}
					</Link>
				}
			/>
			<Figure
				label={t.rehearsal.by_risk}
				value={refused_by && number(refused_by['risk.rejected'])}
				hint={
					<Link to="/access-log" search={{ error: 'risk.rejected' }}>
						{t.standing.requests}
					</Link>
				}
			/>
			<Figure
				label={t.standing.users}
				value={users && number(users.length)}
				hint={users?.slice(0, MOST_NAMES).map(({ user_id, username }) => (
					<Link key={user_id} to="/access-log" search={{ user_id }}>
						<bdi>{username ?? t.rehearsal.deleted}</bdi>{' '}
					</Link>
				))}
			/>
		</Figures>
	)
}

/** As many users as a figure names. */
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
