import type { Browser, BrowserContext, Page } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { launch, logIn, newContext, type View, watch } from './browser.ts'
import { ADMIN } from './instance.ts'

type Login = typeof ADMIN

interface Fixtures {
	browser: Browser
	/** Opens a page of the console, signed in as the admin unless `as` says otherwise. */
	open: (path: string, options?: View & Visit) => Promise<Page>
}

interface Visit {
	as?: Login | 'nobody'
	/** The org to act in. The first one of the user when left out. */
	inOrg?: string
	/** The instance. The seeded one that all files share when left out. */
	at?: string
	context?: BrowserContext
}

/** A test in a browser. It fails at an error in a page, a complaint about the policy, or a request to another host. */
export const test = base.extend<Fixtures>({
	browser: [
		// oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures from this pattern
		async ({}, use) => {
			const browser = await launch()
			await use(browser)
			await browser.close()
		},
		{ scope: 'file' },
	],
	open: async ({ browser }, use) => {
		const contexts: BrowserContext[] = []
		const problems: string[][] = []
		await use(async (path, { as = ADMIN, inOrg, at = inject('address'), context: shared, ...view } = {}) => {
			const context = shared ?? (await newContext(browser, at, view))
			contexts.push(context)
			if (!shared && as !== 'nobody') await logIn(context, as)
			const page = await context.newPage()
			problems.push(watch(page, at))
			if (inOrg) await page.addInitScript((org_id) => sessionStorage.setItem('plinth.org', org_id), inOrg)
			await page.goto(path)
			return page
		})
		for (const context of contexts) await context.close()
		if (problems.flat().length > 0) throw new Error(`The page had problems:\n${problems.flat().join('\n')}`)
	},
})

/** Calls the API of an instance as a user of its own, next to the page. One login serves all calls of a user. */
export function callerAt(address: () => string) {
	const tokens = new Map<string, string>()
	const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
		fetch(address() + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
	const tokenOf = async ({ login, password }: Login) => {
		const answer = await send('POST', '/v1/auth/login', { login, password })
		const { access_token } = (await answer.json()) as { access_token: string }
		tokens.set(login, access_token)
		return access_token
	}
	return async <T>(
		method: string,
		path: string,
		body?: unknown,
		login: Login = ADMIN,
		more: Record<string, string> = {},
	): Promise<T> => {
		const Authorization = `Bearer ${tokens.get(login.login) ?? (await tokenOf(login))}`
		const answer = await send(method, path, body, { ...more, Authorization })
		if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
		const text = await answer.text()
		return (text === '' ? undefined : JSON.parse(text)) as T
	}
}

/** Calls the API of the seeded instance. */
export const call = callerAt(() => inject('address'))

/** Comes back to the page a minute later. The console then reads again what it shows. */
export async function comeBack(page: Page, path: string) {
	const read = page.waitForResponse(
		(response) => response.url().endsWith(path) && response.request().method() === 'GET',
	)
	await page.evaluate(() => {
		const now = Date.now()
		Date.now = () => now + 60_000
		dispatchEvent(new Event('visibilitychange'))
	})
	await read
	// The page shows a read in the frame after it.
	await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
}

let made = 0

/** A name that no other test has. */
export const unique = (name: string) => `${name}-${Date.now().toString(36)}${(made += 1)}`

/** Registers a user of the test's own. */
export async function register(name = 'person') {
	const login = unique(name)
	const password = 'correct horse 1'
	const answer = await fetch(`${inject('address')}/v1/auth/register`, {
		method: 'POST',
		body: JSON.stringify({ login, password, email: `${login}@example.com`, username: `Person ${login}` }),
	})
	if (!answer.ok) throw new Error(`The registration answered ${answer.status}`)
	const { user_id } = (await answer.json()) as { user_id: string }
	return { login, password, user_id, username: `Person ${login}` }
}

/** Registers a user who joins an org without any permission there. Open pages with `inOrg`. */
export async function registerMember(org_id: string) {
	const member = await register('member')
	await call('PUT', `/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'member' })
	return member
}
