import { logOut } from '../calls/token.ts'
import { useMe } from '../session/session.ts'
import { joining } from '../text/en/joining.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { ToDashboard } from './to-dashboard.tsx'

const t = joining.register

/** Registering, for somebody who's signed in. */
export function HasAccount() {
	const { username } = useMe()
	return (
		<Page title={t.title}>
			<Panel>
				<Notice icon="account" title={t.signed_in} hint={t.signed_in_hint(username)}>
					<ToDashboard />
					<Button onClick={() => void logOut()}>{t.sign_out}</Button>
				</Notice>
			</Panel>
		</Page>
	)
}
