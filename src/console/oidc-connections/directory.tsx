import { useState } from 'react'
import type { Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { oidcConnections } from '../text/en/oidc-connections.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Shown } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts, Panel } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { callsOf, type Connection } from './calls.ts'
import styles from './fields.module.css'

const t = oidcConnections.directory

/** The SCIM token of the connection, which is shown once. */
export function Directory({ connection, mayEdit }: { connection: Connection; mayEdit: boolean }) {
	const ask = useAsk()
	const [made, setMade] = useState<Schema<'ScimToken'>>()
	const calls = callsOf(connection.org_id)
	const hasToken = connection.scim_token_created_at !== null
	const make = useChange({
		send: (_: null) => calls.makeToken(connection.id),
		onDone: (token: Schema<'ScimToken'>) => setMade(token),
	})
	const revoke = useChange({
		send: (_: null, headers) => calls.revokeToken(connection.id, headers),
		done: t.revoked,
	})
	return (
		<Panel
			title={t.title}
			hint={t.hint}
			actions={
				mayEdit && (
					<>
						{hasToken && (
							<Button
								onClick={() =>
									ask({
										title: t.ask(connection.name),
										body: t.body,
										action: t.revoke,
										isDanger: true,
										change: revoke,
										input: null,
									})
								}
							>
								{t.revoke}
							</Button>
						)}
						<Button icon="key" isBusy={make.isRunning} onClick={() => make.runOrTell(null)}>
							{hasToken ? t.replace : t.make}
						</Button>
					</>
				)
			}
		>
			<p>{t.text}</p>
			{connection.scim_token_created_at !== null && (
				<Facts facts={[[t.made_at, <DateOf key="made" time={connection.scim_token_created_at} />]]} />
			)}
			{connection.scim_token_ends_at !== null && (
				<p>
					{t.ends} <DateOf time={connection.scim_token_ends_at} />
				</p>
			)}
			{made && (
				<Dialog isOnce title={t.made} hint={t.once} done={t.done} onClose={() => setMade(undefined)}>
					<Shown what={terms.base_url} text={made.base_url} />
					<Shown what={t.token} text={made.token} />
					<ul className={styles.steps}>
						{t.where.map((one) => (
							<li key={one}>{one}</li>
						))}
					</ul>
				</Dialog>
			)}
		</Panel>
	)
}
