import { useQueryClient } from '@tanstack/react-query'
import { Refusal } from '../api.ts'
import { logOut, switchOrg } from '../calls/token.ts'
import { shell } from '../text/en/shell.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { Mark } from './sidebar.tsx'
import styles from './not-let-in.module.css'

const t = shell.not_let_in

/** Instead of the console, for a person whom the org's IP rules or the gateway don't let in: why, their address, and where else to go. */
export default function NotLetIn({ refusal, onRetry }: { refusal: unknown; onRetry: () => void }) {
	const queries = useQueryClient()
	const { client_address: address, orgs = [] } = (refusal instanceof Refusal ? refusal.details : {}) as {
		client_address?: string
		orgs?: { org_id: string; name: string }[]
	}
	const enter = async (org_id: string) => {
		await switchOrg(org_id)
		await queries.resetQueries()
	}
	return (
		<div className={styles.frame}>
			<header className={styles.bar}>
				<Mark />
				<Button icon="out" onClick={() => void logOut()}>
					{shell.account.sign_out}
				</Button>
			</header>
			<main className={styles.main}>
				<Failure refusal={refusal} isPage>
					{address && (
						<p>
							{t.address} <code>{address}</code> <Copy text={address} what={t.address_name} />
						</p>
					)}
					<Button icon="refresh" onClick={onRetry}>
						{t.retry}
					</Button>
					{orgs.length > 0 && (
						<section className={styles.orgs} aria-label={t.other_orgs}>
							<h2>{t.other_orgs}</h2>
							<ul>
								{orgs.map(({ org_id, name }) => (
									<li key={org_id}>
										<Button icon="org" onClick={() => void enter(org_id)}>
											{name}
										</Button>
									</li>
								))}
							</ul>
						</section>
					)}
				</Failure>
			</main>
		</div>
	)
}
