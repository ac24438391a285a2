import { api, type Schema, tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { type Member, useMembers } from '../names/members.ts'
import { ROLES, type Role, useRulesOwners } from '../session/my-orgs.ts'
import { useMe } from '../session/session.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { RowActions } from '../ui/table.tsx'
import { Leave } from './leave.tsx'

const t = yourOrg.members

interface Props {
	org: { id: string; name: string }
	member: Member
}

/** What somebody with `org.settings` can do with a member. What they can't do says why. */
export function MemberActions({ org, member: { user_id, username, role } }: Props) {
	const ask = useAsk()
	const { id } = useMe()
	const rulesOwners = useRulesOwners(org.id)
	const isLast = useMembers(org.id)?.filter((one) => one.role === 'owner').length === 1
	const params = { path: { org_id: org.id, user_id } }
	const set = useChange({
		send: (body: Schema<'UpdateMember'>, headers) =>
			api.PATCH('/v1/orgs/{org_id}/members/{user_id}', { params, body, headers }),
		done: (_, input) => t.set.done(username, yourOrg.articles[input.role ?? role]),
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/orgs/{org_id}/members/{user_id}', { params, headers }),
		done: t.remove.done(username),
	})
	/** The list has no tags. If the member can't be read, the preview says why. */
	const readTag = () =>
		tagged(api.GET('/v1/orgs/{org_id}/members/{user_id}', { params })).then(
			(read) => read.etag,
			() => undefined,
		)
	const askToSet = async (wanted: Role) =>
		ask({
			etag: await readTag(),
			title: t.set.title(username, yourOrg.articles[wanted]),
			body: null,
			means: role === 'member' || wanted === 'owner' ? t.set.means[wanted] : [...t.set.means[wanted], t.set.voids],
			action: t.set.action(yourOrg.articles[wanted]),
			change: set,
			input: { role: wanted },
		})
	const askToRemove = async () =>
		ask({
			etag: await readTag(),
			title: t.remove.title(username, org.name),
			body: null,
			means: t.remove.means,
			action: t.remove.action,
			isDanger: true,
			change: remove,
			input: null,
		})
	const barred = role === 'owner' && (rulesOwners ? isLast && t.last_owner : t.owner_only)
	return (
		<RowActions>
			{user_id === id && <Leave org={{ org_id: org.id, name: org.name }} />}
			<Menu trigger={<IconButton icon="more" label={t.menu(username)} />}>
				{barred ? (
					<MenuItem icon="lock" disabled onClick={() => undefined}>
						{barred}
					</MenuItem>
				) : (
					<>
						{ROLES.filter((one) => one !== role && (one !== 'owner' || rulesOwners)).map((one) => (
							<MenuItem key={one} icon="shield" onClick={() => void askToSet(one)}>
								{t.set.action(yourOrg.articles[one])}
							</MenuItem>
						))}
						{user_id !== id && (
							<>
								<MenuSeparator />
								<MenuItem icon="trash" isDanger onClick={() => void askToRemove()}>
									{t.remove.action}
								</MenuItem>
							</>
						)}
					</>
				)}
			</Menu>
		</RowActions>
	)
}
