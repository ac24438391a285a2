import { useEffect, useState } from 'react'
import type { Schema } from '../api.ts'
import { factors as t } from '../text/en/factors.ts'
import { offeredConnections } from './token.ts'
import styles from './factor.module.css'

/** Where a sign-in through a connection begins. It comes back to this page. */
export const startOf = (connection_id: string) => {
	const { pathname, search } = location
	const here = search.includes('refused=') ? pathname : pathname + search
	return `/v1/auth/oidc/${connection_id}/start?return_to=${encodeURIComponent(here)}`
}

/** Links to the providers that somebody who types this can sign in with: those of the platform, and of the address's domain. */
export function Providers({ login }: { login: string }) {
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
	if (offered.length === 0) return null
	return (
		<div className={styles.others}>
			{offered.map(({ id, name }) => (
				<a key={id} href={startOf(id)}>
					{t.with(name)}
				</a>
			))}
		</div>
	)
}
