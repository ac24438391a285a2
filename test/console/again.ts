import type { Page, Route } from 'playwright-core'
import type { Scheduler } from './settled.ts'

// A test continues in the document of the one before it: the console signs out in it, and then signs the next user in. It forgets
// what it read and what was typed when it signs out, because a browser may change hands.

const signedOut = new WeakSet<Page>()

/** Whether the page is left signed out, so it can sign somebody in. The question is only asked once. */
export const isLeft = (page: Page) => signedOut.delete(page)

/** Signs a page out and leaves its session alone. Returns false if the page may show what a new document wouldn't. */
export async function signOut(page: Page): Promise<boolean> {
	signedOut.delete(page)
	let isBroken = false
	page.once('pageerror', () => (isBroken = true))
	const isOut = await page.evaluate(leave).catch(() => false)
	if (isOut && !isBroken) signedOut.add(page)
	return isOut && !isBroken
}

/** Runs in the page. */
async function leave(): Promise<boolean> {
	/** What every page stores. Another key is a choice that the page would keep. */
	const USUAL = /^(plinth\.(signed-in|locale|org|pages)|tsr-scroll-restoration.*)$/
	const stored = [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage))
	const has = (selector: string) => document.querySelector(selector) !== null
	const isPlain =
		has('main#content') &&
		!has('[role="dialog"]') &&
		// A page that somebody else took over no longer follows the language of its account.
		stored.includes('plinth.locale') &&
		navigator.language.startsWith(document.documentElement.lang.slice(0, 2)) &&
		stored.every((key) => USUAL.test(key)) &&
		Date.now.toString().includes('[native code]')
	if (!isPlain) return false
	// It comes after everything that's left to draw.
	const { scheduler } = window as unknown as { scheduler: Scheduler }
	await scheduler.postTask(() => undefined, { priority: 'background' })
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
	new BroadcastChannel('plinth.session').postMessage('out')
	// A page with a draft stays, and asks for the password above it.
	const isOut = () => has('input[type="password"]') && !has('main#content')
	for (let frames = 0; frames < 30 && !isOut(); frames += 1)
		await new Promise((resolve) => requestAnimationFrame(resolve))
	if (!isOut()) return false
	for (const toast of document.querySelectorAll<HTMLElement>('[role="status"] > div > button:last-child')) toast.click()
	for (const storage of [localStorage, sessionStorage]) storage.clear()
	return true
}

/** Signs somebody in whose session the browser has, and shows a place as after a load. `tokens` are what the login answers. */
export async function enter(page: Page, path: string, tokens: object, inOrg?: string): Promise<void> {
	// Gone with the login: taking a route away later would hold up what the screen asks for.
	let isAsked = false
	const answer = (route: Route) => {
		isAsked = true
		return route.fulfill({ json: tokens })
	}
	await page.route('**/v1/auth/login', answer, { times: 1 })
	await page.evaluate(arrive, { path, inOrg }).catch(async (error: Error) => {
		// It loads again in the language of the account.
		if (!error.message.includes('navigation')) throw error
		await page.waitForLoadState()
	})
	// It would act as somebody else.
	if (!isAsked) throw new Error('The page was not signed out')
}

interface Router {
	state: { resolvedLocation?: { state: { __TSR_key?: string } } }
}

/** Runs in the page. */
async function arrive({ path, inOrg }: { path: string; inOrg?: string | undefined }) {
	const until = async (condition: () => unknown) => {
		while (!condition()) await new Promise((resolve) => requestAnimationFrame(resolve))
	}
	const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router }
	const key = crypto.randomUUID()
	history.replaceState({ key, __TSR_key: key, __TSR_index: 0 }, '', path)
	// The screen of the last test must be gone, or the next user would read it.
	await until(() => router.state.resolvedLocation?.state.__TSR_key === key)
	// The focus goes to the heading, unless the screen has a field for it. A form that is still being drawn takes no submission.
	let frames = 0
	await until(() => {
		if (frames % 600 === 0) document.querySelector<HTMLFormElement>('form:has([type="password"])')?.requestSubmit()
		frames += 1
		return (
			document.activeElement?.closest('#content > *, [role="dialog"]') ||
			document.querySelector('#content [role="alert"]')
		)
	})
	if (inOrg) sessionStorage.setItem('plinth.org', inOrg)
	if (!document.activeElement?.matches('main, h1')) return
	;(document.activeElement as HTMLElement).blur()
	// It also moves the point from which Tab continues.
	document.documentElement.scrollIntoView()
}
