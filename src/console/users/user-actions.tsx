import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schema, type Tagged } from '../api.ts'
import { danger, removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only, OnlyItem } from '../change/only.tsx'
import { RolesDialog } from '../operators/roles-dialog.tsx'
import { type Permission, useMe } from '../session/session.ts'
import { operators } from '../text/en/operators.ts'
import { pauses } from '../text/en/pauses.ts'
import { terms } from '../text/en/terms.ts'
import { users as t } from '../text/en/users.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Menu, MenuSeparator } from '../ui/menu.tsx'
import { ResetPassword } from './reset-password.tsx'
import { waysInQuery } from './ways-in.ts'

interface UserActionsProps {
	user: Tagged<Schema<'UserWithOrgs'>>
	/** What changing this user takes. */
	needs: readonly Permission[]
}

/** What operators can do with a user. */
export function UserActions({ user: { value: user, etag }, needs }: UserActionsProps) {
	const ask = useAsk()
	const me = useMe()
	const navigate = useNavigate()
	const [isRoles, setIsRoles] = useState(false)
	const [isResetting, setIsResetting] = useState(false)
	const params = { path: { user_id: user.id } }
	const { username: name, status } = user

	const setStatus = useChange({
		send: (body: { status: 'active' | 'suspended' }, headers) =>
			api.PATCH('/v1/admin/users/{user_id}', { params, body, headers }),
		etag,
		done: (_, input) => (input.status === 'active' ? t.activate.done(name) : t.suspend.done(name)),
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/admin/users/{user_id}', { params, headers }),
		done: terms.deleted(name),
		onDone: () => void navigate({ to: '/users', ignoreBlocker: true }),
	})

	const resetFactor = useChange({
		send: (_: null, headers) => api.POST('/v1/admin/users/{user_id}/second-factor/reset', { params, headers }),
		done: t.reset_factor.done(name),
	})

	if (status === 'deleted') return null
	const isSelf = user.id === me.id
	const { action, title, body } = status === 'active' ? t.suspend : t.activate
	const input = { status: status === 'active' ? ('suspended' as const) : ('active' as const) }
	return (
		<>
			<Only needs={needs}>
				<Button
					disabled={isSelf}
					onClick={() =>
						ask({ title: title(name), body, action, isDanger: status === 'active', change: setStatus, input })
					}
				>
					{action}
				</Button>
			</Only>
			<Menu trigger={<IconButton icon="more" label={terms.actions} />}>
				<OnlyItem
					needs={['platform.write']}
					icon="pause"
					onClick={() => void navigate({ to: '/pauses', search: { scope: 'user', subject: user.id } })}
				>
					{pauses.pause}
				</OnlyItem>
				<OnlyItem needs={needs} icon="key" onClick={() => setIsResetting(true)}>
					{t.reset.action}
				</OnlyItem>
				<FactorItem
					user_id={user.id}
					needs={needs}
					isSelf={isSelf}
					onClick={() => ask({ ...danger(t.reset_factor, name), hasNoPreview: true, change: resetFactor })}
				/>
				<OnlyItem needs={['platform_admin']} icon="shield" onClick={() => setIsRoles(true)}>
					{operators.roles.action}
				</OnlyItem>
				<MenuSeparator />
				<OnlyItem
					needs={needs}
					icon="trash"
					isDanger
					disabled={isSelf}
					onClick={() => ask({ ...removal(t.remove, name, user.login), change: remove })}
				>
					{t.remove.action}
				</OnlyItem>
			</Menu>
			{isRoles && <RolesDialog user={user} onClose={() => setIsRoles(false)} />}
			{isResetting && <ResetPassword user_id={user.id} name={name} onClose={() => setIsResetting(false)} />}
		</>
	)
}

interface FactorItemProps {
	user_id: string
	needs: readonly Permission[]
	isSelf: boolean
	onClick: () => void
}

/** Only asks the API once the menu is open. Password sign-in that's off needs a reset too. */
function FactorItem({ user_id, needs, isSelf, onClick }: FactorItemProps) {
	const { data: ways } = useQuery(waysInQuery(user_id))
	const hasNone = ways && ways.passkeys === 0 && !ways.totp && ways.password
	const obstacle = isSelf ? t.reset_factor.self : hasNone ? t.reset_factor.none : undefined
	return (
		<OnlyItem needs={needs} icon="lock" obstacle={obstacle} onClick={onClick}>
			{t.reset_factor.action}
		</OnlyItem>
	)
}
