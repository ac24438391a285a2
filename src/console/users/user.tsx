import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, page, type Schema, tagged } from '../api.ts'
import { actionText } from '../text/en/actions.ts'
import { users as t } from '../text/en/users.ts'
import { Badge } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { Columns, Facts, Page, PageSkeleton, Panel, Stack } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { ProfileForm } from './profile-form.tsx'
import { StatusBadge } from './status-badge.tsx'
import { UserActions } from './user-actions.tsx'
import { UserKeys } from './user-keys.tsx'
import { UserLogins } from './user-logins.tsx'
import { UserName } from './user-name.tsx'

type Membership = Schema<'UserWithOrgs'>['orgs'][number]

const ORGS: Column<Membership>[] = [
	{ title: t.orgs.name, cell: ({ name }) => name },
	{ title: t.orgs.role, cell: ({ role }) => <Badge>{role}</Badge> },
	{ title: t.orgs.id, cell: ({ org_id }) => <Id text={org_id} />, from: 'medium', align: 'end' },
]

const CHANGES: Column<Schema<'AuditLog'>>[] = [
	{ title: t.changes.action, cell: ({ action }) => actionText(action) },
	{
		title: t.changes.actor,
		cell: ({ actor_user_id }) => (actor_user_id ? <UserName user_id={actor_user_id} /> : '–'),
		from: 'medium',
	},
	{ title: t.changes.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

export function User() {
	const { user_id } = useParams({ from: '/users/$user_id' })
	const {
		data: user,
		error,
		refetch,
	} = useQuery({
		queryKey: ['users', user_id],
		queryFn: () => tagged(api.GET('/v1/admin/users/{user_id}', { params: { path: { user_id } } })),
	})
	const log = useQuery({
		queryKey: ['audit-logs', user_id],
		queryFn: () => page(api.GET('/v1/admin/audit-logs', { params: { query: { target_id: user_id, limit: 8 } } })),
	})
	if (error && !user) return <Failure refusal={error} onRetry={() => void refetch()} isPage />
	if (!user) return <PageSkeleton />
	const { id, login, username, email, email_verified, status, last_login_at, created_at, orgs } = user.value
	const mark = email && (
		<Badge tone={email_verified ? 'good' : 'neutral'}>{email_verified ? t.verified : t.unverified}</Badge>
	)
	return (
		<Page
			title={username}
			mark={<StatusBadge status={status} />}
			up={{ label: t.title, link: { to: '/users' } }}
			actions={<UserActions user={user} />}
		>
			<Columns>
				<Stack>
					<Panel title={t.about}>
						<Facts
							facts={[
								[t.facts.id, <Id key="id" text={id} />],
								[t.facts.login, <code key="login">{login}</code>],
								[
									t.facts.email,
									<span key="email">
										{email ?? '–'} {mark}
									</span>,
								],
								[t.facts.last_login, <Ago key="last" time={last_login_at} />],
								[t.facts.joined, <DateOf key="joined" time={created_at} />],
							]}
						/>
					</Panel>
					<Panel title={t.orgs.title} noPadding>
						<Table
							label={t.orgs.title}
							columns={ORGS}
							rows={orgs}
							keyOf={({ org_id }) => org_id}
							linkOf={({ org_id }) => ({ to: '/orgs/$org_id', params: { org_id } })}
							isDense
							empty={<Notice icon="org" title={t.orgs.empty} />}
						/>
					</Panel>
					<UserLogins user_id={id} />
					<UserKeys user_id={id} />
				</Stack>
				<Stack>
					<Panel title={t.profile.title}>
						<ProfileForm user={user} />
					</Panel>
					<Panel title={t.changes.title} noPadding>
						<Table
							label={t.changes.title}
							columns={CHANGES}
							rows={log.data?.rows}
							keyOf={(row) => row.id}
							error={log.error}
							expected={3}
							isDense
							empty={<Notice icon="audit" title={t.changes.empty} />}
						/>
					</Panel>
				</Stack>
			</Columns>
		</Page>
	)
}
