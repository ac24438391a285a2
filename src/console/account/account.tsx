import { useMe } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { Columns, Page } from '../ui/page.tsx'
import { About } from './about.tsx'
import { Logins } from './logins.tsx'
import { MyOrgs } from './my-orgs.tsx'
import { Profile } from './profile.tsx'
import { WaysIn } from './ways-in.tsx'

/** What all users see and change of themselves. */
export function Account() {
	const { username } = useMe()
	return (
		<Page title={account.title} hint={username}>
			<Columns>
				<About />
				<Profile />
			</Columns>
			<WaysIn />
			<MyOrgs />
			<Logins />
		</Page>
	)
}
