import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createElement } from 'react'
import { useNeeded } from '../operators/read.ts'
import type { Thing } from '../places/place.ts'
import { useMe } from '../session/session.ts'
import { palette as t } from '../text/en/palette.ts'
import type { IconName } from '../ui/icon.tsx'
import { laterOf } from '../ui/loading.ts'

const AdjustDialog = laterOf(async () => (await import('../credits/adjust-dialog.tsx')).AdjustDialog)
const ResetPassword = laterOf(async () => (await import('../users/reset-password.tsx')).ResetPassword)

/** Shows a dialog in the palette's place. */
export type Start = (dialog: (close: () => void) => ReactNode) => void

/** What the palette can do with a thing, which is picked before or afterwards. */
export interface Act {
	name: string
	label: (thing: string) => string
	icon: IconName
	kinds: readonly Thing['kind'][]
	mayDo: (thing: Thing) => boolean
	run: (thing: Thing) => void
}

/** What the user may do from the palette with orgs, users and agents. */
export function useActs(start: Start): Act[] {
	const { permissions, org_id: mine } = useMe()
	const mayPause = permissions.includes('platform.write')
	const neededFor = useNeeded()
	const navigate = useNavigate()
	const acts: (Act & { isOffered: boolean })[] = [
		{
			name: 'adjust',
			label: t.adjust,
			icon: 'credits',
			kinds: ['org'],
			isOffered: permissions.includes('money.write'),
			mayDo: () => true,
			run: ({ id, title }) => start((onClose) => createElement(AdjustDialog, { org_id: id, org: title, onClose })),
		},
		{
			name: 'pause',
			label: t.pause,
			icon: 'pause',
			kinds: ['org', 'user', 'agent'],
			isOffered: mayPause || permissions.includes('org.settings'),
			mayDo: ({ kind, org_id }) => mayPause || (kind === 'agent' && org_id === mine),
			run: ({ id, kind, org_id }) =>
				void navigate(
					kind === 'agent'
						? {
								to: '/agents/$org_id',
								params: { org_id: org_id ?? '' },
								search: { agent: id, pause: 'new', of: undefined },
							}
						: { to: '/pauses', search: { scope: kind === 'org' ? 'org' : 'user', subject: id, of: undefined } },
				),
		},
		{
			name: 'reset',
			label: t.reset,
			icon: 'key',
			kinds: ['user'],
			isOffered: permissions.includes('people.write'),
			mayDo: ({ id }) => neededFor(id).some((one) => permissions.includes(one)),
			run: ({ id, title }) => start((onClose) => createElement(ResetPassword, { user_id: id, name: title, onClose })),
		},
	]
	return acts.filter(({ isOffered }) => isOffered)
}
