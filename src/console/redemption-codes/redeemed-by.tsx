import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { OrgName } from '../names/org-name.tsx'
import { UserName } from '../names/user-name.tsx'
import { redemptionCodes } from '../text/en/redemption-codes.ts'
import { terms } from '../text/en/terms.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = redemptionCodes.redeemed

const COLUMNS: Column<Schema<'AuditLog'>>[] = [
	{ title: terms.org, cell: ({ org_id }) => (org_id ? <OrgName org_id={org_id} /> : '–') },
	{
		title: terms.user,
		cell: ({ actor_user_id }) => (actor_user_id ? <UserName user_id={actor_user_id} /> : '–'),
		from: 'medium',
	},
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

/** The orgs that redeemed a code. The API has no list of them, so this reads the audit log. */
export function RedeemedBy({ code_id, isUsed }: { code_id: string; isUsed: boolean }) {
	const { cursor } = useSearch({ from: '/redemption-codes/$code_id' })
	const read = useQuery({
		queryKey: ['audit-logs', code_id, 'redeemed', cursor],
		queryFn: () =>
			page(
				api.GET('/v1/admin/audit-logs', {
					params: { query: { target_id: code_id, action: 'redemption_codes.redeem', cursor, limit: rowsPerPage() } },
				}),
			),
	})
	return (
		<ListPanel
			title={t.title}
			hint={t.hint}
			read={read}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={linkOfRow}
			expected={3}
			empty={{ icon: 'codes', title: isUsed ? t.gone : t.empty, hint: isUsed ? t.gone_hint : t.empty_hint }}
		/>
	)
}

const linkOfRow = ({ org_id, target_id }: Schema<'AuditLog'>) => ({
	to: '/credits/$org_id' as const,
	params: { org_id: org_id ?? '' },
	search: { reference_type: 'redemption_code', reference_id: target_id },
})
