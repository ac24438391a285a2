import { useState } from 'react'
import { localesFor } from '../session/language.ts'
import { useMe } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { common } from '../text/en/common.ts'
import { apiKeys } from '../text/en/keys.ts'
import { punctuation } from '../text/en/language.ts'
import { roleNames } from '../text/en/roles.ts'
import { terms } from '../text/en/terms.ts'
import { users } from '../text/en/users.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts, Panel } from '../ui/page.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ProfileForm } from './profile.tsx'
import { VerifyEmail } from './verify-email.tsx'

const t = account.about

/** Who the user is and what they may do, or the form that changes how they're called. */
export function About() {
	const { username, login, email, email_verified, locale, timezone, id, permissions, roles } = useMe()
	const [open, setOpen] = useState<'profile' | 'email'>()
	const close = () => setOpen(undefined)
	if (open === 'profile')
		return (
			<Panel title={t.title}>
				<ProfileForm onClose={close} />
			</Panel>
		)
	return (
		<Panel
			title={t.title}
			actions={
				<>
					<Button icon="mail" onClick={() => setOpen('email')}>
						{email ? account.email.action : account.email.add}
					</Button>
					<Button icon="edit" onClick={() => setOpen('profile')}>
						{common.edit}
					</Button>
				</>
			}
		>
			<Facts
				facts={[
					[users.fields.username, username],
					[terms.login, <code key="login">{login}</code>],
					[
						t.email,
						email !== null && (
							<span key="email">
								{email}{' '}
								<Badge tone={email_verified ? 'normal' : 'warn'}>
									{email_verified ? users.verified : users.unverified}
								</Badge>
							</span>
						),
					],
					[users.fields.locale, localesFor(locale).find(({ value }) => value === locale)?.label],
					[users.fields.timezone, timezone],
					[terms.id, <Id key="id" text={id} />],
					[t.roles, roles.length > 0 && roles.map((one) => roleNames[one]).join(punctuation.list)],
					[
						terms.permissions,
						permissions.length > 0 && (
							<ul key="permissions">
								{permissions.map((one) => (
									<li key={one}>{apiKeys.scopes[one]}</li>
								))}
							</ul>
						),
					],
				]}
			/>
			{email && !email_verified && <VerifyEmail />}
			{open === 'email' && <ChangeEmail email={email} onClose={close} />}
		</Panel>
	)
}
