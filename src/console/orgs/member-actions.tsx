import { api, type Schema, tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useNeededFor } from '../operators/read.ts'
import { useMay } from '../session/session.ts'
import { orgs } from '../text/en/orgs.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { RowActions } from '../ui/table.tsx'

const t = orgs.members

type Org = Schema<'OrgWithMembers'>

/** The roles, highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const

type Role = (typeof ROLES)[number]

/** What an admin can do with a member. The API doesn't let an org lose its last owner, and says so in the preview. */
export function MemberActions({ org, member: { user_id, login, role } }: { org: Org; member: Org['members'][number] }) {
	const ask = useAsk()
	const mayChange = useMay(...useNeededFor(user_id))
	const params = { path: { org_id: org.id, user_id } }
	const put = useChange({
		send: (body: Schema<'PutMembership'>, headers) =>
			api.PUT('/v1/admin/orgs/{org_id}/members/{user_id}', { params, body, headers }),
		done: (_, input) => t.set.done(login, t.articles[input.role]),
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/admin/orgs/{org_id}/members/{user_id}', { params, headers }),
		done: t.remove.done(login),
	})
	/** The list has no tags for memberships. If this one can't be read, the preview says why. */
	const readTag = () =>
		tagged(api.GET('/v1/admin/orgs/{org_id}/members/{user_id}', { params })).then(
			(read) => read.etag,
			() => undefined,
		)
	const askToSet = async (wanted: Role) => {
		const etag = await readTag()
		ask({
			title: t.set.title(login, t.articles[wanted]),
			body: t.set.body[wanted],
			action: t.set.action(t.articles[wanted]),
			change: put,
			input: { role: wanted },
			etag,
		})
	}
	const askToRemove = async () => {
		const etag = await readTag()
		ask({
			title: t.remove.title(login, org.name),
			body: t.remove.body,
			action: t.remove.action,
			isDanger: true,
			change: remove,
			input: null,
			etag,
		})
	}
	return (
		<RowActions>
			<Menu
				trigger={
					<IconButton
						icon={mayChange ? 'more' : 'lock'}
						label={mayChange ? t.menu(login) : t.operator(login)}
						disabled={!mayChange}
					/>
				}
			>
				{ROLES.filter((one) => one !== role).map((one) => (
					<MenuItem key={one} icon="shield" onClick={() => void askToSet(one)}>
						{t.set.action(t.articles[one])}
					</MenuItem>
				))}
				<MenuSeparator />
				<MenuItem icon="trash" isDanger onClick={() => void askToRemove()}>
					{t.remove.action}
				</MenuItem>
			</Menu>
		</RowActions>
	)
}
