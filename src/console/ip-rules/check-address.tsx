import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, data, Refusal, type Schema } from '../api.ts'
import { useIsOperator } from '../session/session.ts'
import { ipRules } from '../text/en/ip-rules.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Facts, Panel } from '../ui/page.tsx'
import { RuleBadge } from './rule-badge.tsx'

const t = ipRules.check

/** Says whether the rules allow an address, and which rule decides. The address is in the URL, so you can share the decision. */
export function CheckAddress() {
	const { ip } = useSearch({ from: '/ip-rules' })
	const navigate = useNavigate({ from: '/ip-rules' })
	const isOperator = useIsOperator()
	const { data: logins = [] } = useQuery({
		queryKey: ['logins', 'newest'],
		queryFn: () => data(api.GET('/v1/me/sessions', { params: { query: { limit: 50 } } })),
		staleTime: 300_000,
	})
	const {
		data: decision,
		error,
		isFetching,
		refetch,
	} = useQuery({
		queryKey: ['ip-rules', 'check', ip],
		queryFn: () => data(api.POST('/v1/ip-rules/check', { body: { ip: ip ?? '' } })) as Promise<Schema<'IpVerdict'>>,
		enabled: ip !== undefined,
		retry: false,
	})
	const mine = logins.find(({ is_current }) => is_current)?.client_address
	const check = (next: string) =>
		next === ip ? void refetch() : void navigate({ search: (search) => ({ ...search, ip: next }), replace: true })
	return (
		<Panel title={t.title} hint={t.hint}>
			<Form
				label={t.title}
				isTransient
				onSubmit={(form) => check(form.text('ip'))}
				refusal={error instanceof Refusal ? error : undefined}
				actions={
					<>
						{mine && (
							<Button kind="quiet" onClick={() => check(mine)}>
								{t.mine}
							</Button>
						)}
						<Button submit isBusy={isFetching}>
							{t.action}
						</Button>
					</>
				}
			>
				<TextField key={ip} name="ip" label={terms.ip} defaultValue={ip ?? ''} placeholder="203.0.113.7" />
			</Form>
			{decision && !error && <Decision decision={decision} ip={ip ?? ''} />}
			{isOperator && <p>{t.exempt}</p>}
		</Panel>
	)
}

const Decision = ({ decision: { allowed, rule }, ip }: { decision: Schema<'IpVerdict'>; ip: string }) => (
	<section aria-live="polite" aria-label={ip}>
		<Facts
			facts={[
				[
					ip,
					<Badge key="decision" tone={allowed ? 'good' : 'bad'}>
						{allowed ? t.allowed : t.refused}
					</Badge>,
				],
				[
					t.by_rule,
					rule ? (
						<span key="rule">
							<RuleBadge type={rule.type} /> <code>{rule.cidr}</code> {rule.note}
						</span>
					) : allowed ? (
						t.no_rule_allowed
					) : (
						t.no_rule_refused
					),
				],
			]}
		/>
	</section>
)
