import { useMe } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { Columns, Page, Panel } from '../ui/page.tsx'
import { About } from './about.tsx'
import { Logins } from './logins.tsx'
import { MyOrgs } from './my-orgs.tsx'
import { PasswordForm } from './password-form.tsx'
import { Profile } from './profile.tsx'
import { WaysIn } from './ways-in.tsx'

/** What all users see and change of themselves. */
export function Account() {
	const { username } = useMe()
	return (
		<Page title={account.title} hint={username}>
			<About />
			<WaysIn />
			<Columns>
				<Profile />
				<Panel title={account.password.title}>
					<PasswordForm />
				</Panel>
			</Columns>
			<MyOrgs />
			<Logins />
		</Page>
	)
}
