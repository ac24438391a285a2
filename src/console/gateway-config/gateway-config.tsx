import { useQuery } from '@tanstack/react-query'
import { api, type Tagged, tagged } from '../api.ts'
import { Editable } from '../change/editable.tsx'
import { gatewayConfig as t } from '../text/en/gateway-config.ts'
import { Id } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { Bars } from '../ui/figures.tsx'
import { Columns, Facts, Page, PageSkeleton, Panel } from '../ui/page.tsx'
import { risksOf } from '../why/risks.ts'
import { ConfigForm } from './config-form.tsx'
import type { Config } from './draft.ts'
import { rehearsalQuery } from './rehearsal.tsx'

/** How the gateway locates callers and which risk it refuses. */
export function GatewayConfig() {
	const {
		data: config,
		error,
		refetch,
	} = useQuery({ queryKey: ['gateway-config'], queryFn: () => tagged(api.GET('/v1/admin/gateway-config')) })
	if (error && !config) return <Failure refusal={error} onRetry={() => void refetch()} isPage />
	if (!config) return <PageSkeleton />
	return (
		<Page title={t.title} hint={t.hint}>
			<Columns>
				<Editable
					title={t.form}
					needs={['platform.write']}
					renderForm={(onClose) => <ConfigForm config={config} onClose={onClose} />}
				>
					<Settings config={config.value} />
				</Editable>
				<Caller config={config} />
			</Columns>
			<Panel title={t.risks.title} hint={t.risks.hint}>
				<Bars
					label={t.risks.title}
					bars={RISKS.map(([risk, score]) => ({ name: t.risks.names[risk], value: Number(score), text: score }))}
				/>
			</Panel>
		</Page>
	)
}

const RISKS = [
	['anonymous', '0.10'],
	['bot', '0.15'],
	['empty_user_agent', '0.20'],
	['hosting_network', '0.30'],
	['tor', '0.60'],
] as const

const Settings = ({ config: { ip_mode, trusted_cidrs, risk_reject_threshold } }: { config: Config }) => (
	<Facts
		facts={[
			[t.fields.ip_mode, t.modes[ip_mode]],
			[
				t.fields.trusted_cidrs,
				trusted_cidrs.length > 0 ? <code key="networks">{trusted_cidrs.join(', ')}</code> : t.caller.none,
			],
			[t.fields.risk_reject_threshold, risk_reject_threshold === 0 ? t.blocks_nobody : risk_reject_threshold],
		]}
	/>
)

/** Your own request, as the current gateway settings assess it. */
function Caller({ config: { value } }: { config: Tagged<Config> }) {
	const { data, error } = useQuery(rehearsalQuery(value))
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
