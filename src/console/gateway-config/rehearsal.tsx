import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, data, type Schema } from '../api.ts'
import { gatewayConfig } from '../text/en/gateway-config.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { number } from '../ui/format.ts'
import { Facts } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import type { Config } from './draft.ts'
import styles from './rehearsal.module.css'

const t = gatewayConfig.rehearsal

/** What a configuration would have refused in the recent access log. */
export const rehearsalQuery = (config: Config) =>
	queryOptions({
		queryKey: ['gateway-config', 'rehearsal', config],
		queryFn: () =>
			data(api.POST('/v1/admin/gateway-config/rehearse', { body: { config } })) as Promise<Schema<'Rehearsal'>>,
		retry: false,
	})

/** As many as fit above the decision. */
const MAX_USERS = 5

/** Shows how many requests the configuration would have refused, and whose. */
export function Rehearsal({ config }: { config: Config }) {
	const { data: found, error } = useQuery(rehearsalQuery(config))
	return (
		<section className={styles.rehearsal} aria-label={t.title} aria-busy={!found && !error}>
			<h3>{t.title}</h3>
			{error ? <p role="alert">{t.failed}</p> : found ? <Found found={found} /> : <p>{t.loading}…</p>}
		</section>
	)
}

function Found({ found }: { found: Schema<'Rehearsal'> }) {
	const { judged, refused, refused_by, newly_refused, newly_admitted, refused_by_both, anonymous, users, from, to } =
		found
	if (judged === 0) return <p>{t.none_judged}</p>
	return (
		<>
			<p className={styles.quiet}>
				{t.judged(number(judged))}
				{from && to && (
					<>
						{punctuation.open}
						<Ago time={from} /> – <Ago time={to} />
						{punctuation.close}
					</>
				)}
			</p>
			{refused === 0 && newly_admitted === 0 ? (
				<p>{t.nobody}</p>
			) : (
				<Facts
					facts={[
						[t.newly, <strong key="newly">{number(newly_refused)}</strong>],
						[t.admitted, <strong key="admitted">{number(newly_admitted)}</strong>],
						[t.by_both, number(refused_by_both)],
						[t.by_rules, number(refused_by['ip.blocked'])],
						[t.by_risk, number(refused_by['risk.rejected'])],
						[t.anonymous, number(anonymous.refused)],
					]}
				/>
			)}
			{users.length > 0 && <Users users={users} />}
		</>
	)
}

const Users = ({ users }: { users: Schema<'Rehearsal'>['users'] }) => (
	<table className={styles.users}>
		<caption>{t.users}</caption>
		<thead>
			<tr>
				<th scope="col">{terms.user}</th>
				<th scope="col">{t.new_requests}</th>
				<th scope="col">{t.requests}</th>
				<th scope="col">{t.last}</th>
			</tr>
		</thead>
		<tbody>
			{users.slice(0, MAX_USERS).map(({ user_id, username, refused, newly_refused, last_at }) => (
				<tr key={user_id}>
					<th scope="row">
						<Link to="/access-log" search={{ user_id }} target="_blank">
							{username ?? t.deleted}
						</Link>
					</th>
					<td>{number(newly_refused)}</td>
					<td>{number(refused)}</td>
					<td>
						<Ago time={last_at} />
					</td>
				</tr>
			))}
		</tbody>
		{users.length > MAX_USERS && (
			<tfoot>
				<tr>
					<td colSpan={4}>{t.more(users.length - MAX_USERS)}</td>
				</tr>
			</tfoot>
		)}
	</table>
)
