import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schema, type Tagged, tagged } from '../api.ts'
import { Asked } from '../change/asked.tsx'
import { useChange } from '../change/change.ts'
import { useTrial } from '../change/trial.ts'
import { useMe } from '../session/session.ts'
import { operators } from '../text/en/operators.ts'
import { roleNames } from '../text/en/roles.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { CheckField } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'
import { PageSkeleton } from '../ui/page.tsx'
import { useToast } from '../ui/toasts.tsx'
import { type Role, ROLES } from './role-badges.tsx'

const t = operators.roles

export const rolesQuery = (user_id: string) => ({
	queryKey: ['users', user_id, 'roles'],
	queryFn: () => tagged(api.GET('/v1/admin/users/{user_id}/roles', { params: { path: { user_id } } })),
})

interface RolesProps {
	user: { id: string; username: string }
	onClose: () => void
}

/** Gives a user platform roles, and takes them away. */
export function RolesDialog({ user, onClose }: RolesProps) {
	const { data: held, error, refetch } = useQuery(rolesQuery(user.id))
	if (held) return <Roles user={user} held={held} onClose={onClose} />
	return (
		<Dialog title={t.title(user.username)} onClose={onClose}>
			{error ? <Failure refusal={error} onRetry={() => void refetch()} /> : <PageSkeleton />}
		</Dialog>
	)
}

function Roles({ user: { id, username }, held, onClose }: RolesProps & { held: Tagged<Schema<'UserRoles'>> }) {
	const { id: mine } = useMe()
	const toast = useToast()
	// The dialog keeps the state that it showed.
	const [{ value, etag }] = useState(held)
	const [wanted, setWanted] = useState<Role[]>(value.roles)
	const [isReviewed, setIsReviewed] = useState(false)
	const set = useChange({
		send: (body: Schema<'PutRoles'>, headers) =>
			api.PUT('/v1/admin/users/{user_id}/roles', { params: { path: { user_id: id } }, body, headers }),
		etag,
		done: t.done(username),
		canUndo: true,
		onDone: onClose,
	})
	const trial = useTrial(set)
	const review = async () => {
		if (isSame(wanted, value.roles)) return toast({ text: t.unchanged })
		if (await trial.run({ roles: wanted })) setIsReviewed(true)
		return undefined
	}
	if (isReviewed)
		return (
			<Asked
				question={{
					title: t.ask(username),
					body: consequences(username, value.roles, wanted).join(' '),
					...(id === mine ? { warning: t.self } : {}),
					action: t.action_set,
					isDanger: wanted.length < value.roles.length,
					canGuard: true,
					isGuarded: id === mine,
					hasNoPreview: true,
					change: set,
					input: { roles: wanted },
				}}
				held={{ label: t.title(username), values: {} }}
				onClose={() => setIsReviewed(false)}
			/>
		)
	const toggle = (role: Role, isOn: boolean) =>
		setWanted((old) => ROLES.filter((one) => (one === role ? isOn : old.includes(one))))
	return (
		<Dialog title={t.title(username)} hint={t.hint} onClose={onClose}>
			<DialogForm
				title={t.title(username)}
				onSubmit={() => void review()}
				refusal={trial.refusal}
				isBusy={trial.isRunning}
				action={t.review}
				isDraft={() => !isSame(wanted, value.roles)}
				onClose={onClose}
			>
				{ROLES.map((role) => (
					<CheckField
						key={role}
						name={role}
						label={roleNames[role]}
						hint={t.hints[role]}
						checked={wanted.includes(role)}
						onChange={(event) => toggle(role, event.target.checked)}
					/>
				))}
			</DialogForm>
		</Dialog>
	)
}

const isSame = (some: Role[], others: Role[]) =>
	some.length === others.length && some.every((one) => others.includes(one))

/** What the person will be able to do that they couldn't before, and the other way round. A platform admin may do everything. */
function consequences(name: string, before: Role[], after: Role[]): string[] {
	const [had, has] = [before, after].map((roles): Role[] => (roles.includes('admin') ? ['admin'] : roles)) as [
		Role[],
		Role[],
	]
	const gained = has.filter((role) => !had.includes(role) && !had.includes('admin') && role !== 'auditor')
	const lost = had.filter((role) => !has.includes(role) && !has.includes('admin') && role !== 'auditor')
	return [
		...(gained.length > 0 ? [t.gains(name, gained)] : []),
		...(lost.length > 0 ? [t.loses(name, lost)] : []),
		...(had.length === 0 && !has.includes('admin') ? [t.sees(name)] : []),
		...(has.length === 0 ? [t.leaves(name)] : []),
	]
}
