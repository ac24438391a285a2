import { useEffect, useState } from 'react'
import type { Schema } from '../api.ts'
import { ACCESS, logInByAccess, offeredConnections } from '../calls/token.ts'
import { factors as t } from '../text/en/factors.ts'
import { expectSession } from './first-form.ts'
import { Sent } from './stage.tsx'
import styles from './factor.module.css'

/** Where a sign-in through a connection begins. It comes back to this page. With `max_age` the provider asks for a recent proof. */
export const startOf = (connection_id: string, max_age?: number) => {
	const { pathname, search } = location
	const here = search.includes('refused=') ? pathname : pathname + search
	const again = max_age === undefined ? '' : `&max_age=${max_age}`
	return `/v1/auth/oidc/${connection_id}/start?return_to=${encodeURIComponent(here)}${again}`
}

interface ProvidersProps {
	login: string
	/** The connections that the login was told to use. */
	required: string[] | undefined
}

/** Links to the providers that somebody who types this can sign in with: those of the platform, and of the address's domain. */
export function Providers({ login, required = [] }: ProvidersProps) {
	const [offered, setOffered] = useState<Schema<'OfferedConnection'>[]>([])
	useEffect(() => {
		let isCurrent = true
		// Nobody is offered a provider while Plinth doesn't answer. The password is still there.
		void offeredConnections(login.includes('@') ? login : undefined)
			.then(({ data = [] }) => isCurrent && setOffered(data))
			.catch(() => undefined)
		return () => {
			isCurrent = false
		}
	}, [login])
	const others = required.filter((id) => offered.every((one) => one.id !== id))
	if (offered.length + others.length === 0) return null
	return (
		<div className={styles.others}>
			{offered.map(({ id, name }) =>
				id === ACCESS ? (
					<Sent key={id} submit={t.with(name)} kind="plain" onSubmit={logInByAccess} />
				) : (
					<a key={id} href={startOf(id)} onClick={expectSession}>
						{t.with(name)}
					</a>
				),
			)}
			{others.map((id) => (
				<a key={id} href={startOf(id)} onClick={expectSession}>
					{t.required}
				</a>
			))}
		</div>
	)
}
