import { rmSync, writeFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { enter, isLeft } from './again.ts'
import { launch, newContext, newPage, type View, watch } from './browser.ts'
import { leaveContext, pageOf, takeContext } from './contexts.ts'
import type { RunningInstance } from './global-setup.ts'
import { ADMIN } from './instance.ts'
import { forgetLogin, type Login, registerAt, signIn, tokenOf } from './logins.ts'
import { IS_NIGHT } from './nightly.ts'
import { settled } from './settled.ts'
import { slowDown } from './slow.ts'

let claimed: RunningInstance | undefined

/**
 * This worker's instance. No other test uses it at the same time: the first worker to make the file of an instance has it, because the
 * runner gives one pool ID to two workers at once.
 */
export function instance() {
	claimed ??= inject('instances').find(({ claim }) => {
		try {
			writeFileSync(claim, String(process.pid), { flag: 'wx' })
		} catch {
			return false
		}
		process.once('exit', () => rmSync(claim, { force: true }))
		return true
	})
	if (!claimed) throw new Error('There are more workers than instances')
	return claimed
}

interface Fixtures {
	browser: Browser
	/** Opens a page of the console, signed in as the admin unless `as` says otherwise. */
	open: (path: string, options?: View & Visit) => Promise<Page>
}

interface Visit {
	as?: Login | 'nobody'
	/** The org to act in. Defaults to the user's first one. */
	inOrg?: string
	/** The instance. Defaults to the worker's. */
	at?: string
	context?: BrowserContext
	/** Whether it takes a browser without anything in its cache, or the test changes it in a way that stays. */
	isNew?: true
}

/** Where a page that is signed out shows its sign-in. */
const SCREENS = /^\/console\/(?!register|join)/

/** Runs in a page before its first document: forgets what an earlier test stored, and chooses the org. */
function arrange({ isFirst, inOrg }: { isFirst: boolean; inOrg?: string | undefined }) {
	sessionStorage.clear()
	if (isFirst) localStorage.clear()
	if (inOrg) sessionStorage.setItem('plinth.org', inOrg)
}

/** Prints what the pages of a failed test show, as a screen reader would read it. */
async function describe(context: BrowserContext): Promise<void> {
	for (const page of context.pages())
		process.stderr.write(`${page.url()}\n${await page.locator('body').ariaSnapshot()}\n`)
}

/** A test in a browser. It fails on an error in a page, a policy violation, or a request to another host. */
export const test = base.extend<Fixtures>({
	browser: [
		// oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures from this pattern
		async ({}, use) => {
			const browser = await launch()
			await use(browser)
			await browser.close()
		},
		{ scope: 'worker' },
	],
	open: async ({ browser, task }, use) => {
		const contexts = new Set<BrowserContext>()
		const problems: string[][] = []
		await use(async (path, { as = ADMIN, inOrg, at = instance().address, context: shared, isNew, ...view } = {}) => {
			const context = shared ?? (await (isNew ? newContext : takeContext)(browser, at, view))
			contexts.add(context)
			await slowDown(context)
			const page = shared ? await newPage(context) : await pageOf(context, view)
			problems.push(watch(page, at))
			const tokens = !shared && as !== 'nobody' && (await signIn(context, at, as, inOrg))
			if (isLeft(page) && tokens && SCREENS.test(path)) {
				await enter(page, path, tokens, inOrg)
				return page
			}
			const arranging = await page.addInitScript(arrange, { isFirst: !shared, inOrg })
			await page.goto(path)
			await arranging.dispose()
			return page
		})
		if (task.result?.state === 'fail') for (const context of contexts) await describe(context)
		for (const context of contexts) await leaveContext(context)
		if (problems.flat().length > 0) throw new Error(`The page had problems:\n${problems.flat().join('\n')}`)
	},
})

/** A test that only runs at night. What it checks is a variant of what another test checks with every change. */
export const nightly = (IS_NIGHT ? test : () => undefined) as typeof test

/** Calls an instance's API as a separate user, next to the page. */
export const callerAt =
	(address: () => string) =>
	async <T>(
		method: string,
		path: string,
		body?: unknown,
		login: Login = ADMIN,
		more: Record<string, string> = {},
	): Promise<T> => {
		const reply = await fetch(address() + path, {
			method,
			headers: { ...more, Authorization: `Bearer ${await tokenOf(address(), login)}` },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		})
		if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
		const text = await reply.text()
		return (text === '' ? undefined : JSON.parse(text)) as T
	}

/** Calls the API of this worker's instance. */
export const call = callerAt(() => instance().address)

/** Returns to the page a minute later. The console then re-reads what it shows. */
export async function comeBack(page: Page, path: string) {
	const read = page.waitForResponse(
		(response) => response.url().endsWith(path) && response.request().method() === 'GET',
	)
	await lookAgain(page)
	await read
	await settled(page)
}

/** Returns to the page a minute later, and waits for nothing. */
export const lookAgain = (page: Page) =>
	page.evaluate(() => {
		const now = Date.now()
		Date.now = () => now + 60_000
		dispatchEvent(new Event('visibilitychange'))
	})

let made = 0

/** A name that no other test has. */
export const unique = (name: string) => `${name}-${Date.now().toString(36)}${(made += 1)}`

/** Registers a user for this test, with another user's invite code if given. */
export async function register(name = 'person', invite_code?: string) {
	const login = unique(name)
	const user = { login, password: 'correct horse 1', username: `Person ${login}` }
	const { user_id } = await registerAt(instance().address, {
		...user,
		email: `${login}@example.com`,
		...(invite_code ? { invite_code } : {}),
	})
	return { ...user, user_id }
}

/** Registers a user who joins an org without any permission there. Open pages with `inOrg`. */
export async function registerMember(org_id: string) {
	const member = await register('member')
	await call('PUT', `/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'member' })
	return member
}

/** Registers a user with platform roles. */
export async function registerOperator(...roles: string[]) {
	const operator = await register(roles.join('-') || 'operator')
	await call('PUT', `/v1/admin/users/${operator.user_id}/roles`, { roles })
	// The first platform role ends what registering began.
	forgetLogin(instance().address, operator)
	return operator
}

/** Ends a user's session, as signing out on another computer does. */
export async function endSession({ user_id }: { user_id: string }) {
	const path = `/v1/admin/users/${user_id}/sessions`
	for (const { id } of await call<{ id: string }[]>('GET', path)) await call('DELETE', `${path}/${id}`)
}
