import { useQuery } from '@tanstack/react-query'
import type { Schema } from '../api.ts'
import { terms } from '../text/en/terms.ts'
import { users } from '../text/en/users.ts'
import { Failure } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Facts, Panel, PanelSkeleton } from '../ui/page.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { waysInQuery } from './ways-in.ts'

const t = users.ways_in

const isThere = (is: boolean) => (is ? t.yes : terms.none)

const Identities = ({ of }: { of: Schema<'Identity'>[] }) => (
	<>
		{of.map(({ id, issuer, email, subject }) => (
			<TwoLines key={id} name={issuer.replace(/^https:\/\//, '')} below={email ?? subject} />
		))}
	</>
)

/** How a user can sign in, for anyone who is asked to help. */
export function UserWaysIn({ user_id }: { user_id: string }) {
	const { data: ways, error, refetch } = useQuery(waysInQuery(user_id))
	return (
		<Panel title={t.title}>
			{ways ? (
				<Facts
					facts={[
						[t.password, isThere(ways.password)],
						[t.passkeys, ways.passkeys === 0 ? terms.none : number(ways.passkeys)],
						[t.app, isThere(ways.totp)],
						[t.codes, ways.recovery_codes === 0 ? terms.none : number(ways.recovery_codes)],
						[
							t.providers,
							ways.identities.length === 0 ? terms.none : <Identities key="providers" of={ways.identities} />,
						],
					]}
				/>
			) : error ? (
				<Failure refusal={error} onRetry={() => void refetch()} />
			) : (
				<PanelSkeleton />
			)}
		</Panel>
	)
}
