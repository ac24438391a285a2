import { type ComponentType, lazy } from 'react'
import { tell, untilDone } from '../calls/trouble.ts'
import { hasDrafts } from './drafts.ts'

// Screens and dialogs come when they're first opened. One that can't come waits here, so the page and what's typed in it stay.

/** A page that was reloaded for missing files doesn't reload again for as long. */
const ONCE_IN_MS = 10_000
const RELOADED = 'plinth.reloaded'

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

/** The same for a component that isn't the default of its file: `laterOf(async () => (await import('./plan.tsx')).Plan)`. */
export const laterOf = <Props>(part: () => Promise<ComponentType<Props>>) =>
	later(async () => ({ default: await part() }))
