import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schema, type Tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useMe } from '../session/session.ts'
import { pauses } from '../text/en/pauses.ts'
import { users as t } from '../text/en/users.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Facts } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'

/** What an admin can do with a user. */
export function UserActions({ user: { value: user, etag } }: { user: Tagged<Schema<'UserWithOrgs'>> }) {
	const ask = useAsk()
	const me = useMe()
	const navigate = useNavigate()
	const [code, setCode] = useState<Schema<'ResetToken'>>()
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
		done: t.remove.done(name),
		onDone: () => void navigate({ to: '/users', ignoreBlocker: true }),
	})
	const grant = useChange({
		send: (_: null, headers) => api.PUT('/v1/admin/users/{user_id}/platform-admin', { params, headers }),
		done: t.grant.done(name),
	})
	const revoke = useChange({
		send: (_: null, headers) => api.DELETE('/v1/admin/users/{user_id}/platform-admin', { params, headers }),
		done: t.revoke.done(name),
	})
	const reset = useChange({
		send: (_: null, headers) => api.POST('/v1/admin/users/{user_id}/password-reset', { params, headers }),
		onDone: setCode,
	})

	if (status === 'deleted') return null
	const isSelf = user.id === me.id
	const { action, title, body } = status === 'active' ? t.suspend : t.activate
	const input = { status: status === 'active' ? ('suspended' as const) : ('active' as const) }
	return (
		<>
			<Button
				disabled={isSelf}
				onClick={() =>
					ask({ title: title(name), body, action, isDanger: status === 'active', change: setStatus, input })
				}
			>
				{action}
			</Button>
			<Menu trigger={<IconButton icon="more" label={t.actions} />}>
				<MenuItem
					icon="pause"
					onClick={() => void navigate({ to: '/pauses', search: { scope: 'user', subject: user.id } })}
				>
					{pauses.pause}
				</MenuItem>
				<MenuItem icon="key" onClick={() => reset.runOrTell(null)}>
					{t.reset.action}
				</MenuItem>
				<MenuItem
					icon="shield"
					onClick={() =>
						ask({ title: t.grant.title(name), body: t.grant.body, action: t.grant.action, change: grant, input: null })
					}
				>
					{t.grant.action}
				</MenuItem>
				<MenuItem
					icon="shield"
					onClick={() =>
						ask({
							title: t.revoke.title(name),
							body: t.revoke.body,
							action: t.revoke.action,
							isDanger: true,
							change: revoke,
							input: null,
						})
					}
				>
					{t.revoke.action}
				</MenuItem>
				<MenuSeparator />
				<MenuItem
					icon="trash"
					isDanger
					disabled={isSelf}
					onClick={() =>
						ask({
							title: t.remove.title(name),
							body: t.remove.body,
							action: t.remove.action,
							isDanger: true,
							typed: user.login,
							change: remove,
							input: null,
						})
					}
				>
					{t.remove.action}
				</MenuItem>
			</Menu>
			{code && (
				<Dialog title={t.reset.title} hint={t.reset.body} onClose={() => setCode(undefined)}>
					<Facts
						facts={[
							[t.reset.code, code.token ? <Id key="code" text={code.token} what={t.reset.code} /> : '–'],
							[t.reset.until, <DateOf key="until" time={code.expires_at} />],
						]}
					/>
				</Dialog>
			)}
		</>
	)
}
