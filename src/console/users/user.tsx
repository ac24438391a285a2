import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestsOf } from '../access-log/requests-of.tsx'
import { api, type Schema, tagged, type Tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { Only } from '../change/only.tsx'
import { LeftBehind } from '../left-behind/left-behind.tsx'
import { useNeededFor } from '../operators/read.ts'
import { RoleBadges } from '../operators/role-badges.tsx'
import { rolesQuery } from '../operators/roles-dialog.tsx'
import { localesFor } from '../session/language.ts'
import type { Permission } from '../session/session.ts'
import { terms } from '../text/en/terms.ts'
import { users as t } from '../text/en/users.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Tabs } from '../ui/filters.tsx'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { ProfileForm } from './profile-form.tsx'
import { StatusBadge } from './status-badge.tsx'
import { UserActions } from './user-actions.tsx'
import { UserChanges } from './user-changes.tsx'
import { UserKeys } from './user-keys.tsx'
import { UserLogins } from './user-logins.tsx'
import { UserOrgs } from './user-orgs.tsx'
import { UserRuns } from './user-runs.tsx'
import { UserWaysIn } from './user-ways-in.tsx'

interface OfUser {
	user: Tagged<Schema<'UserWithOrgs'>>
	/** What changing them takes. */
	needs: readonly Permission[]
}

export function User() {
	const { user_id } = useParams({ from: '/users/$user_id' })
	const needs = useNeededFor(user_id)
	const [user, instead] = useDetail({
		queryKey: ['users', user_id],
		queryFn: () => tagged(api.GET('/v1/admin/users/{user_id}', { params: { path: { user_id } } })),
	})
	if (!user) return instead
	return (
		<Page
			title={user.value.username}
			mark={<StatusBadge status={user.value.status} />}
			actions={<UserActions user={user} needs={needs} />}
		>
			<Tabs
				texts={t.tabs}
				parts={{
					overview: (
						<Columns kind="wide-first">
							<Stack>
								<UserOrgs orgs={user.value.orgs} />
								<UserRuns user_id={user_id} />
								<History target_id={user_id} />
							</Stack>
							<About user={user} needs={needs} />
						</Columns>
					),
					access: (
						<>
							<UserWaysIn user_id={user_id} />
							<UserLogins user_id={user_id} />
							<UserKeys user_id={user_id} />
							<LeftBehind of={{ user_id }} />
						</>
					),
					requests: <RequestsOf of={{ user_id }} />,
					changes: <UserChanges user_id={user_id} />,
				}}
			/>
		</Page>
	)
}

/** Who a user is, or the form that changes it. */
function About({ user, needs }: OfUser) {
	const [isEditing, setIsEditing] = useState(false)
	const { id, login, username, email, email_verified, locale, timezone, last_login_at, created_at } = user.value
	const { data: held } = useQuery(rolesQuery(id))
	const edit = (
		<Only needs={needs}>
			<Button icon="edit" onClick={() => setIsEditing(true)}>
				{t.profile.edit}
			</Button>
		</Only>
	)
	if (isEditing)
		return (
			<Panel title={t.profile.title}>
				<ProfileForm user={user} onClose={() => setIsEditing(false)} />
			</Panel>
		)
	return (
		<Panel title={terms.about} actions={edit}>
			<Facts
				facts={[
					[terms.id, <Id key="id" text={id} />],
					[terms.login, <code key="login">{login}</code>],
					[t.fields.username, username],
					[
						t.facts.email,
						<span key="email">
							{email ?? '–'}{' '}
							{email && (
								<Badge tone={email_verified ? 'normal' : 'neutral'}>{email_verified ? t.verified : t.unverified}</Badge>
							)}
						</span>,
					],
					[t.fields.locale, localesFor(locale).find(({ value }) => value === locale)?.label],
					[t.fields.timezone, timezone],
					[
						t.facts.roles,
						held && held.value.roles.length > 0 ? (
							<span key="roles">
								<RoleBadges roles={held.value.roles} />
							</span>
						) : (
							terms.none
						),
					],
					[terms.last_sign_in, <Ago key="last" time={last_login_at} />],
					[t.facts.joined, <DateOf key="joined" time={created_at} />],
				]}
			/>
		</Panel>
	)
}
