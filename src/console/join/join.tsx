import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { api } from '../api.ts'
import { logOut } from '../calls/token.ts'
import { useChange } from '../change/change.ts'
import { offerQuery } from '../session/registering.ts'
import { useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { joining } from '../text/en/joining.ts'
import { punctuation } from '../text/en/language.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Button } from '../ui/button.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { Page, PageSkeleton, Panel } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { ToDashboard } from './to-dashboard.tsx'

const t = joining.invitation

/** An invitation that somebody opens while they're signed in. */
export function Join() {
	const token = useLocation({ select: ({ hash }) => hash })
	const { username, login } = useMe()
	const { data: offer, error, refetch } = useQuery({ ...offerQuery(token), enabled: token !== '' })
	const join = useJoin(token, offer?.org_name ?? '')
	if (!token || (error && 'status' in error && error.status === 404))
		return (
			<Page title={token ? t.gone : t.missing}>
				<Panel>
					<Notice icon="invite" title={token ? t.gone : t.missing} hint={token ? t.gone_hint : t.missing_hint}>
						<ToDashboard />
					</Notice>
				</Panel>
			</Page>
		)
	if (error) return <Failure refusal={error} onRetry={() => void refetch()} isPage />
	if (!offer) return <PageSkeleton />
	return (
		<Page title={t.title(offer.org_name)}>
			<Panel>
				<Notice
					icon="invite"
					title={t.offer(offer.inviter_name, yourOrg.articles[offer.role])}
					hint={
						<>
							{t.as(username === login ? login : `${username} (${login})`)} {t.expires} <Ago time={offer.expires_at} />
							{punctuation.stop}
						</>
					}
				>
					{join.refusal && <Failure refusal={join.refusal} isInline />}
					<Button kind="primary" isBusy={join.isRunning} onClick={() => void join.run(null)}>
						{t.join(offer.org_name)}
					</Button>
					<Button kind="quiet" onClick={() => void logOut()}>
						{t.other}
					</Button>
				</Notice>
			</Panel>
		</Page>
	)
}

/** Accepts, then continues in the org. The address must not keep a used token. */
function useJoin(token: string, org: string) {
	const navigate = useNavigate()
	const switchOrg = useSwitchOrg()
	return useChange({
		send: (_: null, headers) => api.POST('/v1/invitations/{token}/accept', { params: { path: { token } }, headers }),
		done: t.joined(org),
		refreshes: ['me'],
		onDone: ({ org_id }) => void navigate({ to: '/your-org', replace: true }).then(() => switchOrg(org_id)),
	})
}
