import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy, useSyncExternalStore } from 'react'
import { hasDrafts } from './drafts.ts'

// Screens and dialogs come when they're first opened. One that can't come waits here, so the page and what's typed in it stay.

/** Why something can't be loaded: no network, no answer, or files that a newer version replaced. */
type Trouble = 'offline' | 'away' | 'replaced'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** A page that was reloaded for missing files doesn't reload again for as long. */
const ONCE_IN_MS = 10_000
const RELOADED = 'plinth.reloaded'

const troubles = new Map<object, Trouble>()
const listeners = new Set<() => void>()

function tell(what: object, trouble: Trouble | undefined) {
	if (trouble) troubles.set(what, trouble)
	else troubles.delete(what)
	for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
	listeners.add(listener)
	addEventListener('online', listener)
	addEventListener('offline', listener)
	return () => {
		listeners.delete(listener)
		removeEventListener('online', listener)
		removeEventListener('offline', listener)
	}
}

// What a screen reads waits for the network without asking, and so does a change.
const newest = () => [...troubles.values()].at(-1) ?? (navigator.onLine ? undefined : 'offline')

/** Why what was opened last isn't there yet; undefined if nothing is waited for. */
export const useTrouble = () => useSyncExternalStore(subscribe, newest)

/** Tries until it succeeds: at once when the network comes back, and otherwise after a wait that grows to half a minute. */
export async function untilDone(isDone: () => Promise<boolean>): Promise<void> {
	const what = {}
	for (let wait = FIRST_WAIT_MS; !(await isDone()); wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
		tell(what, navigator.onLine ? 'away' : 'offline')
		await pause(wait)
	}
	tell(what, undefined)
}

const pause = (ms: number) =>
	new Promise<void>((resolve) => {
		const timer = setTimeout(onward, ms)
		function onward() {
			clearTimeout(timer)
			removeEventListener('online', onward)
			resolve()
		}
		addEventListener('online', onward)
	})

/**
 * Loads a part of the console, however long it takes. If its files are gone or didn't come, the page is loaded again once Plinth
 * answers: a browser doesn't fetch a stylesheet twice that failed. With a draft that waits for the user's word.
 */
export async function loaded<T>(part: () => Promise<T>): Promise<T> {
	await untilDone(() => Promise.resolve(navigator.onLine))
	try {
		return await part()
	} catch (error) {
		await untilDone(answers)
		if (hasDrafts()) tell({}, 'replaced')
		else if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_IN_MS) throw error
		else startAgain()
		return new Promise<never>(() => undefined)
	}
}

const answers = () =>
	fetch('/console/', { cache: 'no-store' }).then(
		({ ok }) => ok,
		() => false,
	)

/** Loads the page again, which gets the newest version. */
export function startAgain() {
	sessionStorage.setItem(RELOADED, String(Date.now()))
	location.reload()
}

/** A component that comes when it's first shown. */
export const later: typeof lazy = (part) => lazy(() => loaded(part))

/** The component of a route, which comes with the first visit. */
export const screen: typeof lazyRouteComponent = (part, name) => lazyRouteComponent(() => loaded(part), name)
