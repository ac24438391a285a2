import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Schema, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { ActorName } from '../names/people.tsx'
import { UserLink } from '../names/user-name.tsx'
import { useIsOperator, useMe } from '../session/session.ts'
import { common } from '../text/en/common.ts'
import { punctuation } from '../text/en/language.ts'
import { oidcConnections as t } from '../text/en/oidc-connections.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Columns, Facts, Page, type PageProps, Panel, Stack } from '../ui/page.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { callsOf, type Connection, type Owner, useRules } from './calls.ts'
import { ConnectionForm } from './connection-form.tsx'
import { ActiveBadge } from './connection-list.tsx'
import { Directory } from './directory.tsx'
import { Domains } from './domains.tsx'
import { rolesOf } from './fields.tsx'
import { Provider } from './provider.tsx'
import { Required } from './required.tsx'
import { Waiting } from './waiting.tsx'

export function PlatformConnection() {
	const { connection_id } = useParams({ from: '/oidc-connections/$connection_id' })
	return <One key={connection_id} owner={null} id={connection_id} up={{ to: '/oidc-connections' }} />
}

/** As operators see it. */
export function OrgConnection() {
	const { org_id, connection_id } = useParams({ from: '/orgs/$org_id/oidc-connections/$connection_id' })
	const up = { to: '/orgs/$org_id', params: { org_id }, search: { tab: 'sign_in' } } as const
	return <One key={connection_id} owner={org_id} id={connection_id} up={up} />
}

/** As its owners see it. */
export function OwnConnection() {
	const { connection_id } = useParams({ from: '/your-org/oidc-connections/$connection_id' })
	const { org_id } = useMe()
	const up = { to: '/your-org', search: { tab: 'sign_in' } } as const
	return <One key={connection_id} owner={org_id} id={connection_id} up={up} />
}

interface OneProps {
	owner: Owner
	id: string
	up: NonNullable<PageProps['up']>['link']
}

function One({ owner, id, up }: OneProps) {
	const ask = useAsk()
	const navigate = useNavigate()
	const mayEdit = useRules(owner)
	const [isEditing, setIsEditing] = useState(false)
	const [tested, setTested] = useState<Schema<'TestedOidcConnection'>>()
	const calls = callsOf(owner)
	const [data, instead] = useDetail({
		queryKey: ['oidc-connections', owner, id],
		queryFn: () => tagged(calls.read(id)),
	})
	const name = data?.value.name ?? ''
	const test = useChange({
		send: (_: null, headers) => calls.test(id, headers),
		refreshes: ['oidc-connections'],
		onDone: (result: Schema<'TestedOidcConnection'>) => setTested(result),
	})
	const remove = useChange({
		send: (_: null, headers) => calls.remove(id, headers),
		etag: data?.etag,
		done: terms.deleted(name),
		onDone: () => void navigate({ ...up, ignoreBlocker: true }),
	})
	if (!data) return instead
	const connection = data.value
	return (
		<Page
			title={name}
			mark={<ActiveBadge isActive={connection.is_active} />}
			up={{ label: shell.places.oidc_connections, link: up }}
			actions={
				mayEdit ? (
					<>
						<Button icon="play" isBusy={test.isRunning} onClick={() => void test.run(null)}>
							{t.test.action}
						</Button>
						<Button icon="trash" onClick={() => ask({ ...removal(t.remove, name), change: remove })}>
							{terms.delete}
						</Button>
					</>
				) : (
					t.owners_only(owner === null)
				)
			}
		>
			<Columns>
				<Stack>
					<Waiting connection={connection} mayEdit={mayEdit} />
					<Provider connection={connection} tested={tested} refusal={test.refusal} />
					<Domains domains={connection.domains} />
					<Required connection={connection} etag={data.etag} mayEdit={mayEdit} />
					<Directory connection={connection} mayEdit={mayEdit} />
					<History target_id={id} />
				</Stack>
				<Panel
					title={terms.about}
					hint={t.about_hint}
					actions={
						mayEdit &&
						!isEditing && (
							<Button icon="edit" onClick={() => setIsEditing(true)}>
								{common.edit}
							</Button>
						)
					}
				>
					{isEditing ? (
						<ConnectionForm connection={data} onClose={() => setIsEditing(false)} />
					) : (
						<About connection={connection} />
					)}
				</Panel>
			</Columns>
		</Page>
	)
}

function About({ connection }: { connection: Connection }) {
	const { id, issuer, client_id, redirect_uri, scopes, role_claim, role_map, default_role } = connection
	const roles = rolesOf(connection.org_id)
	const nameOf = (role: string) => roles.find(({ value }) => value === role)?.label ?? role
	const mapped = Object.entries(role_map).map(([value, role]) => `${value} → ${nameOf(role)}`)
	return (
		<Facts
			facts={[
				[terms.id, <Id key="id" text={id} />],
				[t.fields.issuer, issuer],
				[t.fields.client_id, <code key="client">{client_id}</code>],
				[t.redirect_uri, <Id key="redirect" text={redirect_uri} what={t.redirect_uri} />],
				[t.fields.scopes, scopes.join(' ')],
				[t.fields.role_claim, role_claim ?? '–'],
				[t.fields.role_map, mapped.length > 0 ? mapped.join(punctuation.list) : '–'],
				[t.fields.default_role, default_role ? nameOf(default_role) : t.fields.no_role],
				[t.fields.session_max_age, connection.session_max_age / 60],
				[t.facts.decided_by, <DecidedBy key="by" connection={connection} />],
				[terms.created, <DateOf key="created" time={connection.created_at} />],
				[terms.updated, <Ago key="changed" time={connection.updated_at} />],
			]}
		/>
	)
}

/** An org doesn't learn who operates the platform. */
function DecidedBy({ connection: { org_id, decided_by } }: { connection: Connection }) {
	const isOperator = useIsOperator()
	if (isOperator || org_id === null) return <UserLink user_id={decided_by} />
	return <ActorName org_id={org_id} id={decided_by} />
}
