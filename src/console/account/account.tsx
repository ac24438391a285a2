import { account } from '../text/en/account.ts'
import { Columns, Page, Stack } from '../ui/page.tsx'
import { About } from './about.tsx'
import { Logins } from './logins.tsx'
import { MyOrgs } from './my-orgs.tsx'
import { WaysIn } from './ways-in.tsx'

/** What all users see and change of themselves. */
export const Account = () => (
	<Page title={account.title} hint={account.hint}>
		<Columns>
			<About />
			<Stack>
				<WaysIn />
			</Stack>
		</Columns>
		<MyOrgs />
		<Logins />
	</Page>
)
