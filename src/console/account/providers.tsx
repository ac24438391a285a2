import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { ACCESS, offeredConnections } from '../calls/token.ts'
import { danger, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { ListPanel } from '../lists/list.tsx'
import { useMe } from '../session/session.ts'
import { factors } from '../text/en/factors.ts'
import { terms } from '../text/en/terms.ts'
import { waysIn } from '../text/en/ways-in.ts'
import { Button } from '../ui/button.tsx'
import { Warning } from '../ui/failure.tsx'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { useIdentities } from './read.ts'

const t = waysIn.providers

type Identity = Schema<'Identity'>
type Offered = Schema<'OfferedConnection'>

/** The connections that sign the user in: those of the platform, and of their address's domain. */
function useOffered() {
	const { email } = useMe()
	return useQuery({
		queryKey: ['offered-connections', email],
		queryFn: () => data(offeredConnections(email ?? undefined)),
	})
}

/** What an identity's provider is called: by its connection, or by its address if that's gone. */
function useProviderName({ connection_id, issuer }: Identity): string {
	const { data: offered } = useOffered()
	return offered?.find(({ id }) => id === connection_id)?.name ?? issuer.replace(/^https:\/\//, '')
}

const COLUMNS: Column<Identity>[] = [
	{ title: t.name, cell: (identity) => <Provider identity={identity} /> },
	{ title: t.linked, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'medium', align: 'end' },
	{ title: terms.last_used, cell: ({ last_used_at }) => <Ago time={last_used_at} />, from: 'medium', align: 'end' },
	actionsColumn((identity) => <Unlink identity={identity} />),
]

const Provider = ({ identity }: { identity: Identity }) => (
	<TwoLines name={useProviderName(identity)} below={identity.email ?? identity.subject} />
)

/** Why a provider's answer was refused, as the address says. */
const refusedHere = () => {
	const reason = new URLSearchParams(location.search).get('refused') as keyof typeof factors.refused | null
	return reason === null ? undefined : factors.refused[reason]
}

/** The providers that sign the user in, and those that could. Where there are neither, it shows nothing. */
export function Providers() {
	const read = useIdentities()
	const { data: offered = [] } = useOffered()
	const [refused] = useState(refusedHere)
	const linked = read.data?.rows
	const others = offered.filter(({ id }) => !linked?.some(({ connection_id }) => connection_id === id))
	if (!linked || (linked.length === 0 && others.length === 0)) return null
	return (
		<>
			{refused && <Warning text={refused} />}
			<ListPanel
				title={t.title}
				hint={t.hint}
				actions={others.map((one) =>
					one.id === ACCESS ? <AddAccess key={one.id} connection={one} /> : <Link key={one.id} connection={one} />,
				)}
				read={read}
				columns={COLUMNS}
				keyOf={({ id }) => id}
				expected={1}
				empty={{ icon: 'tool', title: t.empty }}
			/>
		</>
	)
}

function Link({ connection: { id, name } }: { connection: Offered }) {
	const start = useChange({
		send: (_: null) =>
			api.POST('/v1/me/identities/{connection_id}/start', {
				params: { path: { connection_id: id } },
				body: { return_to: '/console/account' },
			}),
		refreshes: [],
		onDone: ({ url }) => location.assign(url),
	})
	return (
		<Button isBusy={start.isRunning} onClick={() => start.runOrTell(null)}>
			{t.link(name)}
		</Button>
	)
}

/** Anyone who is behind Cloudflare Access is signed in there already, so nobody leaves the page. */
function AddAccess({ connection: { name } }: { connection: Offered }) {
	const add = useChange({
		send: (_: null, headers) => api.POST('/v1/me/identities/access', { headers }),
		done: t.linked_now(name),
	})
	return (
		<Button isBusy={add.isRunning} onClick={() => add.runOrTell(null)}>
			{t.link(name)}
		</Button>
	)
}

function Unlink({ identity }: { identity: Identity }) {
	const { id } = identity
	const name = useProviderName(identity)
	const ask = useAsk()
	const { label, action, done } = t.unlink
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/me/identities/{id}', { params: { path: { id } }, headers }),
		done: done(name),
	})
	return (
		<RowActions>
			<Button kind="quiet" aria-label={label(name)} onClick={() => ask({ ...danger(t.unlink, name), change: remove })}>
				{action}
			</Button>
		</RowActions>
	)
}
