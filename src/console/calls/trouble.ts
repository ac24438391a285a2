import { useSyncExternalStore } from 'react'

// What the console waits for, and why it isn't there.

/** Why something can't be loaded: no network, no answer, or files that a newer version replaced. */
type Trouble = 'offline' | 'away' | 'replaced'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

const troubles = new Map<object, Trouble>()
const listeners = new Set<() => void>()

/** Says why something can't be had, or that it's there. */
export function tell(what: object, trouble: Trouble | undefined) {
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
