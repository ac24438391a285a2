import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api, data } from '../api.ts'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only, OnlyItem } from '../change/only.tsx'
import { Name } from '../names/name.tsx'
import { OrgLink } from '../names/org-name.tsx'
import { useMe } from '../session/session.ts'
import { serviceAccounts as t } from '../text/en/service-accounts.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Menu } from '../ui/menu.tsx'
import { Columns, Facts, Page, Panel } from '../ui/page.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { AccountKeys } from './account-keys.tsx'
import { ActiveBadge, May } from './account-list.tsx'
import { EncryptionKeys } from './encryption-keys.tsx'
import { type Account, useNeededToGive } from './needed.ts'
import { Runtime } from './runtime.tsx'

/** One service account, with its keys. */
export function ServiceAccount() {
	const { account_id } = useParams({ from: '/service-accounts/$account_id' })
	const { org_id: asked } = useSearch({ from: '/service-accounts/$account_id' })
	const { org_id: mine } = useMe()
	const org_id = asked ?? mine
	const [account, instead] = useDetail({
		queryKey: ['service-accounts', org_id, account_id],
		queryFn: () =>
			data(api.GET('/v1/orgs/{org_id}/service-accounts/{account_id}', { params: { path: { org_id, account_id } } })),
	})
	if (!account) return instead
	const { id, name, is_active, created_by, created_at, last_used_at } = account
	return (
		<Page
			title={name}
			mark={<ActiveBadge isActive={is_active} />}
			up={
				org_id === mine
					? undefined
					: {
							label: shell.places.service_accounts,
							link: { to: '/orgs/$org_id', params: { org_id }, search: { tab: 'programs' } },
						}
			}
			actions={<Actions account={account} />}
		>
			<Columns kind="wide-first">
				<AccountKeys account={account} />
				<Panel title={terms.about}>
					<Facts
						facts={[
							[terms.id, <Id key="id" text={id} />],
							[terms.org, <OrgLink key="org" org_id={org_id} />],
							[terms.permissions, <May key="may" account={account} />],
							[terms.last_used, <Ago key="used" time={last_used_at} />],
							[t.facts.by, <Name key="by" id={created_by} />],
							[terms.created, <DateOf key="created" time={created_at} />],
						]}
					/>
				</Panel>
			</Columns>
			<Columns kind="wide-first">
				<EncryptionKeys account={account} />
				<Runtime account={account} />
			</Columns>
		</Page>
	)
}

/** Everybody with `org.settings` can stop an account. Letting it work again gives it what it may do. */
function Actions({ account }: { account: Account }) {
	const { id: account_id, org_id, name, is_active, permissions } = account
	const ask = useAsk()
	const navigate = useNavigate()
	const toGive = useNeededToGive(org_id, permissions)
	const params = { path: { org_id, account_id } }
	const turn = useChange({
		send: (body: { is_active: boolean }, headers) =>
			api.PATCH('/v1/orgs/{org_id}/service-accounts/{account_id}', { params, body, headers }),
		// Without a tag: the hour of last use is part of the state, and stopping a program mustn't fail because it's in use.
		done: (_, input) => (input.is_active ? t.activate : t.suspend).done(name),
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/orgs/{org_id}/service-accounts/{account_id}', { params, headers }),
		done: terms.deleted(name),
		onDone: () => void navigate({ to: '/service-accounts' }),
	})
	const { action, title, body } = is_active ? t.suspend : t.activate
	const askToTurn = () =>
		ask({ title: title(name), body, action, isDanger: is_active, change: turn, input: { is_active: !is_active } })
	const askToRemove = () => ask({ ...removal(t.remove, name), change: remove })
	return (
		<>
			<Only needs={is_active ? ['org.settings'] : toGive}>
				<Button onClick={askToTurn}>{action}</Button>
			</Only>
			<Menu trigger={<IconButton icon="more" label={terms.actions} />}>
				<OnlyItem needs={['org.settings']} icon="trash" isDanger onClick={askToRemove}>
					{terms.delete}
				</OnlyItem>
			</Menu>
		</>
	)
}
