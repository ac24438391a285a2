import { useMe } from '../session/session.ts'
import { serviceAccounts as t } from '../text/en/service-accounts.ts'
import { Page } from '../ui/page.tsx'
import { AccountList, CreateButton } from './account-list.tsx'

/** The programs of the org you act in. */
export function ServiceAccounts() {
	const { org_id } = useMe()
	return (
		<Page hint={t.hint} actions={<CreateButton org_id={org_id} kind="primary" />}>
			<AccountList org_id={org_id} />
		</Page>
	)
}
