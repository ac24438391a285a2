import { useMe } from '../session/session.ts'
import { serviceAccounts as t } from '../text/en/service-accounts.ts'
import { Page } from '../ui/page.tsx'
import { AccountList } from './account-list.tsx'

/** The programs of the org you act in. */
export const ServiceAccounts = () => (
	<Page title={t.title} hint={t.hint}>
		<AccountList org_id={useMe().org_id} />
	</Page>
)
