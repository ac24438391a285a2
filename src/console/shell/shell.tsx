import { useQuery } from '@tanstack/react-query'
import { type LinkProps, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import {
	lazy,
	type MouseEvent,
	type ReactNode,
	Suspense,
	useCallback,
	useEffect,
	useState,
	useSyncExternalStore,
} from 'react'
import { Refusal } from '../api.ts'
import { takeoverCount } from '../calls/token.ts'
import { Asking } from '../change/ask.tsx'
import { loadWaiting, onWaiting, waitingChanges } from '../change/waiting.ts'
import { docsOf, entryOf, placeOf } from '../places/places.ts'
import { follow } from '../session/language.ts'
import { Proof, useAskedProof } from '../session/proof.tsx'
import { Renewal } from '../session/renewal.tsx'
import { useScope } from '../session/scope.ts'
import { meQuery, type Permission, useMay, useMe, useSessionState } from '../session/session.ts'
import { punctuation } from '../text/en/language.ts'
import { notifications, shell as t } from '../text/en/shell.ts'
import { signIn as signInTexts } from '../text/en/sign-in.ts'
import { AboveAll } from '../ui/above.tsx'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { waitingForms } from '../ui/drafts.ts'
import { Failure, StoryOf, WayOut } from '../ui/failure.tsx'
import { LeaveOf, useLeaving } from '../ui/leaving.tsx'
import { later, loaded } from '../ui/loading.ts'
import { AroundPage } from '../ui/page.tsx'
import { useToast } from '../ui/toasts.tsx'
import { Bell } from './bell.tsx'
import { useHeadingFocus } from './heading.ts'
import { useShortcuts } from './keys.ts'
import { lackingAt, maySee, sideFor } from './navigation.ts'
import { Palette } from './palette.tsx'
import { Mark, Sidebar } from './sidebar.tsx'
import { TroubleBar, Unreachable } from './trouble.tsx'
import styles from './shell.module.css'

// It is small, and loads while the session is looked up: a trip less for those who are signed out.
const signIn = loaded(() => import('../session/sign-in.tsx'))
const SignIn = lazy(() => signIn)
const WaitingBanner = later(() => import('../change/waiting-banner.tsx'))
const GuestBanner = later(() => import('../orgs/guest-banner.tsx'))
const PausedBanner = later(() => import('../pauses/paused-banner.tsx'))
const Shortcuts = later(() => import('./shortcuts.tsx'))
const Notifications = later(() => import('../notifications/notifications.tsx'))
const NotLetIn = lazy(() => import('./not-let-in.tsx'))
const Whom = later(() => import('../your-org/whom.tsx'))

/** The frame of every screen. If you're signed out, it shows the sign-in at the same address, so deep links keep working. */
export function Shell() {
	const session = useSessionState()
	const { data: me, error, refetch } = useQuery({ ...meQuery, enabled: session === 'in' })
	useEffect(() => {
		// A new document would lose what somebody else left.
		if (me && takeoverCount() === 0) follow(me.locale)
	}, [me])
	if (session === 'out' || (session === 'ended' && !me))
		return (
			<Suspense>
				<SignIn />
			</Suspense>
		)
	if (me) return <Frame key={me.org_id} />
	if (error)
		return (
			<Suspense>
				<NotLetIn refusal={error} onRetry={() => void refetch()} />
			</Suspense>
		)
	return <Unreachable />
}

/** Names the dialogs that get back what somebody else typed into them. */
function useWaitingForms() {
	const toast = useToast()
	useEffect(() => {
		const forms = waitingForms()
		if (forms.length > 0) toast({ text: signInTexts.ended.waiting(forms.join(punctuation.list)) })
	}, [toast])
}

type Open = 'palette' | 'places' | 'notifications' | 'shortcuts'

/** A dialog that the palette started. It goes when what it made is shown. */
interface Started {
	dialog: (close: () => void) => ReactNode
	path: string
}

function Frame() {
	const path = useLocation({ select: ({ pathname, search }) => `${pathname} ${search.of ?? ''}` })
	const { leave, question } = useLeaving()
	const isEnded = useSessionState() === 'ended'
	const asked = useAskedProof()
	const [opened, setOpened] = useState<{ what: Open; path: string }>()
	// The drawer closes after navigation.
	const open = opened?.what === 'places' && opened.path !== path ? undefined : opened?.what
	const setOpen = useCallback((what: Open) => setOpened({ what, path }), [path])
	const close = () => setOpened(undefined)
	const [started, setStarted] = useState<Started>()
	useShortcuts(setOpen)
	useWaitingForms()
	const mayReadStory = useMay('org.settings', 'platform.read')
	const bell = <Bell onOpen={() => setOpen('notifications')} />
	return (
		<StoryOf value={mayReadStory ? linkToStory : undefined}>
			<LeaveOf value={leave}>
				<AboveAll
					above={question ?? (isEnded ? <Renewal /> : asked ? <Proof key={asked.challenge} asked={asked} /> : null)}
				>
					<Asking>
						<a className={styles.skip} href="#content" onClick={skip}>
							{t.skip}
						</a>
						<div className={styles.shell}>
							<header className={styles.bar}>
								<IconButton icon="menu" label={t.open_navigation} onClick={() => setOpen('places')} />
								<Mark />
								<IconButton icon="search" label={t.palette.label} onClick={() => setOpen('palette')} />
								{bell}
							</header>
							<header className={styles.side}>
								<Sidebar onSearch={() => setOpen('palette')} bell={bell} />
							</header>
							<main id="content" className={styles.main} tabIndex={-1}>
								<TroubleBar />
								<Suspense>
									<Banners />
								</Suspense>
								<Screen />
							</main>
						</div>
						{open === 'places' && (
							<Dialog title={t.navigation} kind="start" onClose={close}>
								<Sidebar />
							</Dialog>
						)}
						<Suspense>
							{open === 'palette' && <Palette onClose={close} onStart={(dialog) => setStarted({ dialog, path })} />}
							{started?.path === path && started.dialog(() => setStarted(undefined))}
							{open === 'shortcuts' && <Shortcuts onClose={close} />}
							{open === 'notifications' && (
								<Dialog title={notifications.title} kind="side" onClose={close}>
									<Notifications onLeave={close} />
								</Dialog>
							)}
						</Suspense>
					</Asking>
				</AboveAll>
			</LeaveOf>
		</StoryOf>
	)
}

/** The address stays that of the screen. */
function skip(event: MouseEvent) {
	event.preventDefault()
	document.getElementById('content')?.focus()
}

/** What stands above every screen, and loads only when there is something to say. */
function Banners() {
	const waiting = useSyncExternalStore(onWaiting, waitingChanges)
	const { id: user_id, paused, org_id, orgs } = useMe()
	useEffect(() => void loadWaiting(user_id).catch(() => undefined), [user_id])
	return (
		<>
			{waiting.map((change) => (
				<WaitingBanner key={change.id} change={change} />
			))}
			{!orgs.some((own) => own.org_id === org_id) && <GuestBanner />}
			{paused && <PausedBanner pause={paused} />}
		</>
	)
}

const linkToStory = (trace_id: string): LinkProps => ({ to: '/trace/$trace_id', params: { trace_id } })

/** What the owners of an org give. */
const OF_ORG: Permission[] = ['org.settings', 'data.secrets']

/** From a thing to its list, as when it belongs to the org you just left, and from a list to the dashboard. */
function wayOutOf(path: string): { link: LinkProps; label: string } {
	const place = placeOf(path)
	return place && place.to !== path
		? { link: { to: place.to }, label: t.unknown.place(place.label) }
		: { link: { to: '/' }, label: t.unknown.home }
}

function Screen() {
	// What the outlet shows. While the next place loads, the location is already there.
	const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
	useHeadingFocus(path)
	const me = useMe()
	const permission = lackingAt(path, me)
	const place = placeOf(path)
	const up = place && place.to !== path ? { label: place.label, link: { to: place.to } } : undefined
	const entry = entryOf(sideFor(path, useScope(), me), path)
	const tabs = place?.to === path ? (entry?.places.filter((one) => maySee(one, me)) ?? []) : []
	return (
		<WayOut value={wayOutOf(path)}>
			{permission ? (
				<Failure refusal={new Refusal(403, { error: 'auth.forbidden', details: { permission } })} isPage>
					<Suspense>{OF_ORG.includes(permission) && <Whom />}</Suspense>
				</Failure>
			) : (
				<AroundPage value={{ docs: place && docsOf(place), name: entry?.label, tabs, title: place?.label ?? '', up }}>
					<Outlet />
				</AroundPage>
			)}
		</WayOut>
	)
}
