import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { inviteCodes } from '../text/en/invite-codes.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import styles from './invited.module.css'

const t = inviteCodes.invited

const NEWEST = 8

const COLUMNS: Column<Schema<'Referral'>>[] = [
	{ title: terms.user, cell: ({ invitee_login }) => invitee_login },
	{
		title: t.reward,
		cell: ({ credited }) => <Badge tone={credited ? 'normal' : 'neutral'}>{credited ? t.rewarded : t.waiting}</Badge>,
	},
	{ title: t.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end', from: 'medium' },
]

/** The newest users that the owner of a code invited, with any of their codes. */
export function Invited({ user_id }: { user_id: string }) {
	const { data, error, refetch } = useQuery({
		queryKey: ['referrals', { inviter_user_id: user_id }, NEWEST],
		queryFn: () =>
			page(api.GET('/v1/admin/referrals', { params: { query: { inviter_user_id: user_id, limit: NEWEST } } })),
	})
	return (
		<Panel
			title={t.title}
			actions={
				<Link to="/referrals/$user_id" params={{ user_id }} className={styles.tree}>
					{inviteCodes.facts.tree}
				</Link>
			}
			noPadding
		>
			<Table
				label={t.title}
				columns={COLUMNS}
				rows={data?.rows}
				keyOf={({ id }) => id}
				linkOf={({ invitee_user_id }) => ({ to: '/users/$user_id', params: { user_id: invitee_user_id } })}
				error={error}
				onRetry={() => void refetch()}
				expected={3}
				isDense
				empty={<Notice icon="users" title={t.empty} hint={t.empty_hint} />}
			/>
			<ListFoot page={data && { ...data, next: undefined }} />
		</Panel>
	)
}
