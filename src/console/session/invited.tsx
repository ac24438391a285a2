import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { joining } from '../text/en/joining.ts'
import { punctuation } from '../text/en/language.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Ago } from '../ui/time.tsx'
import { LogIn } from './log-in.tsx'
import { RegisterForm } from './register-form.tsx'
import { type Offer, offerQuery } from './registering.ts'
import { Stage } from './stage.tsx'

const t = joining.invitation

/** An invitation that somebody opens without being signed in: they create an account, or sign in and come back to it. */
export default function Invited() {
	const token = useLocation({ select: ({ hash }) => hash })
	const { data: offer, error, refetch } = useQuery({ ...offerQuery(token), enabled: token !== '' })
	const title = offer ? t.title(offer.org_name) : error ? t.gone : token ? t.loading : t.missing
	useEffect(() => {
		document.title = title
	}, [title])
	if (offer) return <Ways offer={offer} token={token} />
	if (!token || (error && 'status' in error && error.status === 404))
		return (
			<Stage title={token ? t.gone : t.missing} hint={token ? t.gone_hint : t.missing_hint}>
				<Link to="/">{t.to_sign_in}</Link>
				<Link to="/register">{t.register_only}</Link>
			</Stage>
		)
	if (error)
		return (
			<>
				<Failure refusal={error} isInline />
				<Button onClick={() => void refetch()}>{t.retry}</Button>
			</>
		)
	return <p aria-busy="true">{t.loading}…</p>
}

function Ways({ offer: { org_name, inviter_name, role, expires_at }, token }: { offer: Offer; token: string }) {
	const [hasAccount, setHasAccount] = useState(false)
	if (hasAccount) return <LogIn hint={t.sign_in_hint} onRegister={() => setHasAccount(false)} />
	return (
		<Stage
			title={t.title(org_name)}
			hint={
				<>
					{t.offer(inviter_name, yourOrg.articles[role])} {t.expires} <Ago time={expires_at} />
					{punctuation.stop}
				</>
			}
		>
			<RegisterForm submit={t.register} token={token} />
			<Button kind="quiet" onClick={() => setHasAccount(true)}>
				{t.have}
			</Button>
		</Stage>
	)
}
