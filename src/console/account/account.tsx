import { useMe } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { users } from '../text/en/users.ts'
import { Badge } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { Columns, Facts, Page, Panel } from '../ui/page.tsx'
import { Logins } from './logins.tsx'
import { PasswordForm } from './password-form.tsx'
import { VerifyEmail } from './verify-email.tsx'

const t = account.about

/** What all users see of themselves. */
export function Account() {
	const { username, login, email, email_verified, id, orgs, permissions } = useMe()
	return (
		<Page title={account.title} hint={username}>
			<Columns>
				<Panel title={t.title}>
					<Facts
						facts={[
							[t.login, <code key="login">{login}</code>],
							[
								t.email,
								<span key="email">
									{email ?? '–'}{' '}
									{email && (
										<Badge tone={email_verified ? 'good' : 'neutral'}>
											{email_verified ? users.verified : users.unverified}
										</Badge>
									)}
								</span>,
							],
							[t.id, <Id key="id" text={id} />],
							[t.orgs, orgs.map((org) => `${org.name} (${org.role})`).join(', ')],
							[t.permissions, permissions.join(', ') || '–'],
						]}
					/>
					{email && !email_verified && <VerifyEmail />}
				</Panel>
				<Panel title={account.password.title}>
					<PasswordForm />
				</Panel>
			</Columns>
			<Logins />
		</Page>
	)
}
