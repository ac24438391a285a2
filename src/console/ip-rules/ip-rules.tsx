import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, type Page as Rows, page, type Schema } from '../api.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { useName } from '../names/name.tsx'
import { useMay, useMe } from '../session/session.ts'
import { ipRules as t } from '../text/en/ip-rules.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Columns, Page } from '../ui/page.tsx'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { AddRule } from './add-rule.tsx'
import { CheckAddress } from './check-address.tsx'
import { EditNote } from './edit-note.tsx'
import { RemoveRule } from './remove-rule.tsx'
import { RuleBadge } from './rule-badge.tsx'

type Rule = Schema<'IpRule'>

const COLUMNS: Column<Rule>[] = [
	{ title: t.columns.network, cell: ({ cidr }) => <code>{cidr}</code> },
	{ title: t.columns.type, cell: ({ type }) => <RuleBadge type={type} /> },
	{ title: terms.note, cell: ({ note }) => <span title={note}>{note || '–'}</span>, from: 'medium' },
	{ title: terms.created, cell: ({ created_at }) => <Ago time={created_at} />, from: 'wide', align: 'end' },
]

const ACTIONS: Column<Rule> = actionsColumn((rule) => (
	<RowActions>
		<EditNote rule={rule} />
		<RemoveRule rule={rule} />
	</RowActions>
))

/** Most orgs have fewer, so the first page says what the org allows. */
const PAGE = 100

/** The networks that the org's callers may come from. */
export function IpRules() {
	const { cursor } = useSearch({ from: '/ip-rules' })
	const { org_id } = useMe()
	const mayChange = useMay('org.settings')
	const read = useQuery({
		queryKey: ['ip-rules', { cursor }],
		queryFn: () => page(api.GET('/v1/ip-rules', { params: { query: { cursor, limit: PAGE } } })),
	})
	const { data } = read
	const org = useName(org_id) ?? org_id
	const isWhole = data !== undefined && !cursor && !data.next
	const add = (
		<Only needs={['org.settings']}>
			<DialogButton
				kind="primary"
				icon="plus"
				renderDialog={(onClose) => (
					<AddRule isFirstAllowed={isWhole && data.rows.every(({ type }) => type === 'blocklist')} onClose={onClose} />
				)}
			>
				{t.add.action}
			</DialogButton>
		</Only>
	)
	return (
		<Page hint={isWhole ? modeOf(org, data) : data ? t.mode.many(org) : t.mode.loading} actions={add}>
			<Columns kind="wide-first">
				<ListPanel
					read={read}
					label={shell.places.ip_rules}
					columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
					keyOf={({ id }) => id}
					expected={5}
					empty={{ icon: 'shield', title: t.empty, hint: mayChange ? t.empty_hint : t.empty_hint_member }}
				/>
				<CheckAddress />
			</Columns>
		</Page>
	)
}

/** What all rules together do. */
function modeOf(org: string, { rows }: Rows<Rule>): string {
	const allowed = rows.filter(({ type }) => type === 'allowlist').length
	const blocked = rows.length - allowed
	const [allowedText, blockedText] = [t.mode.networks(allowed), t.mode.networks(blocked)]
	if (rows.length === 0) return t.mode.open(org)
	if (allowed === 0) return t.mode.blocklist(org, blockedText)
	return blocked === 0 ? t.mode.allowlist(org, allowedText) : t.mode.both(org, allowedText, blockedText)
}
