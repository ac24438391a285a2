import { useState } from 'react'
import { useMe } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { apiKeys } from '../text/en/keys.ts'
import { punctuation } from '../text/en/language.ts'
import { roleNames } from '../text/en/roles.ts'
import { users } from '../text/en/users.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts, Panel } from '../ui/page.tsx'
import { ChangeEmail } from './change-email.tsx'
import { VerifyEmail } from './verify-email.tsx'

const t = account.about

type Fact = [string, string]

/** What identifies the user. */
export function About() {
	const { login, email, email_verified, id, permissions, roles } = useMe()
	const [isChanging, setIsChanging] = useState(false)
	return (
		<Panel
			title={t.title}
			actions={
				<Button icon="mail" onClick={() => setIsChanging(true)}>
					{email ? account.email.action : account.email.add}
				</Button>
			}
		>
			<Facts
				facts={[
					[t.login, <code key="login">{login}</code>],
					[
						t.email,
						<span key="email">
							{email ?? '–'}{' '}
							{email && (
								<Badge tone={email_verified ? 'normal' : 'neutral'}>
									{email_verified ? users.verified : users.unverified}
								</Badge>
							)}
						</span>,
					],
					[t.id, <Id key="id" text={id} />],
					[t.permissions, permissions.map((one) => apiKeys.scopes[one]).join(punctuation.list) || '–'],
					...(roles.length > 0
						? [[t.roles, roles.map((one) => roleNames[one]).join(punctuation.list)] satisfies Fact]
						: []),
				]}
			/>
			{email && !email_verified && <VerifyEmail />}
			{isChanging && <ChangeEmail email={email} onClose={() => setIsChanging(false)} />}
		</Panel>
	)
}
