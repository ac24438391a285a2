import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { referrals as t } from '../text/en/referrals.ts'
import { shell } from '../text/en/shell.ts'
import { Badge } from '../ui/badge.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { FindTree } from './find-tree.tsx'
import styles from './referrals.module.css'

const COLUMNS: Column<Schema<'Referral'>>[] = [
	{
		title: t.columns.invitee,
		cell: ({ invitee_login, invitee_user_id }) => (
			<Link to="/users/$user_id" params={{ user_id: invitee_user_id }} className={styles.name}>
				{invitee_login}
			</Link>
		),
	},
	{
		title: t.columns.inviter,
		cell: ({ inviter_login, inviter_user_id }) => (
			<Link to="/referrals" search={{ inviter_user_id }} className={styles.name} title={t.only(inviter_login)}>
				{inviter_login}
			</Link>
		),
	},
	{
		title: t.columns.reward,
		cell: ({ credited }) => (
			<Badge tone={credited ? 'normal' : 'neutral'}>{credited ? t.rewarded : t.unrewarded}</Badge>
		),
		from: 'medium',
	},
	{ title: t.columns.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end', from: 'medium' },
]

export function Referrals() {
	const { inviter_user_id, cursor } = useSearch({ from: '/referrals' })
	const read = useQuery({
		queryKey: ['referrals', { inviter_user_id, cursor }],
		queryFn: () =>
			page(api.GET('/v1/admin/referrals', { params: { query: { inviter_user_id, cursor, limit: rowsPerPage() } } })),
		placeholderData: (old) => old,
	})
	const { data } = read
	const inviter = inviter_user_id && (data?.rows[0]?.inviter_login ?? inviter_user_id)
	return (
		<Page
			hint={t.hint}
			actions={
				<DialogButton icon="tree" renderDialog={(onClose) => <FindTree onClose={onClose} />}>
					{t.find.open}
				</DialogButton>
			}
		>
			{inviter_user_id && inviter && (
				<p className={styles.filter}>
					<Link to="/referrals" className={styles.drop} aria-label={t.of_one(inviter)}>
						{t.by(inviter)}
						<Icon name="close" />
					</Link>
					<Link to="/referrals/$user_id" params={{ user_id: inviter_user_id }} className={styles.link}>
						{t.tree.title}
					</Link>
				</p>
			)}
			<ListPanel
				read={read}
				label={shell.places.referrals}
				columns={COLUMNS}
				keyOf={({ id }) => id}
				expected={25}
				isDense
				empty={{ icon: 'invite', title: t.empty, hint: t.empty_hint }}
			/>
		</Page>
	)
}
