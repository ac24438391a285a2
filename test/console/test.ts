import type { Browser, BrowserContext, Page } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { launch, logIn, newContext, type View, watch } from './browser.ts'
import { ADMIN } from './instance.ts'

type Login = typeof ADMIN

interface Fixtures {
	browser: Browser
	/** Opens a page of the console, signed in as the admin unless `as` says otherwise. */
	open: (path: string, options?: View & { as?: Login | 'nobody'; context?: BrowserContext }) => Promise<Page>
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
		const address = inject('address')
		const contexts: BrowserContext[] = []
		const problems: string[][] = []
		await use(async (path, { as = ADMIN, context: shared, ...view } = {}) => {
			const context = shared ?? (await newContext(browser, address, view))
			contexts.push(context)
			if (!shared && as !== 'nobody') await logIn(context, as)
			const page = await context.newPage()
			problems.push(watch(page, address))
			await page.goto(path)
			return page
		})
		for (const context of contexts) await context.close()
		if (problems.flat().length > 0) throw new Error(`The page had problems:\n${problems.flat().join('\n')}`)
	},
})

/** Calls the API as a user of its own, next to the page. */
export async function call<T>(
	method: string,
	path: string,
	body?: unknown,
	login: Login = ADMIN,
	more: Record<string, string> = {},
): Promise<T> {
	const address = inject('address')
	const send = (to: string, data: unknown, headers: Record<string, string> = {}, how = 'POST') =>
		fetch(address + to, { method: how, headers, ...(data === undefined ? {} : { body: JSON.stringify(data) }) })
	const session = (await (await send('/v1/auth/login', login)).json()) as { access_token: string }
	const answer = await send(path, body, { ...more, Authorization: `Bearer ${session.access_token}` }, method)
	if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
	const text = await answer.text()
	return (text === '' ? undefined : JSON.parse(text)) as T
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
