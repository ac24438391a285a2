import type { Page } from 'playwright-core'
import { MEMBER } from '../instance.ts'
import { dialog, type Screen } from '../screen.ts'

// What somebody goes through who signs in. The seeded users have no second factor, so the API's answers are made up.

const PATH = '/console/'
const CHALLENGE = 'chl_q6b2v0yJQm0m6m0rXh1Zb4mYzv5n3pYcG8t1y7T5cQkA'

const asking = (details: object, headers = {}) => ({
	status: 401,
	headers,
	json: { error: 'auth.unauthorized', message: '', trace_id: '0'.repeat(32), details },
})

/** Enters a password that isn't enough, and waits for the step that `heading` names. */
const afterPassword =
	(details: object, heading: string, then?: (page: Page) => Promise<unknown>) => async (page: Page) => {
		await page.route('**/v1/auth/login', (route) => route.fulfill(asking(details)))
		await page.getByLabel('Login or email address').fill('ada')
		await page.getByLabel('Password').fill('correct horse 1')
		await page.keyboard.press('Enter')
		await page.getByRole('heading', { name: heading }).waitFor()
		await then?.(page)
		await page.unroute('**/v1/auth/login')
	}

const choose = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

const asksFor = (methods: string[], then?: (page: Page) => Promise<unknown>) => {
	const passkey = { challenge: CHALLENGE, rpId: 'localhost', allowCredentials: [], userVerification: 'required' }
	return afterPassword({ reason: 'auth.second_factor', challenge: CHALLENGE, methods, passkey }, 'One more step', then)
}

const needsFactor = (then?: (page: Page) => Promise<unknown>) =>
	afterPassword(
		{ reason: 'auth.second_factor_required', enrolment_token: 'token', expires_in: 900 },
		'Add a second factor',
		then,
	)

async function useApp(page: Page) {
	const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
	const json = { secret, otpauth_uri: `otpauth://totp/Plinth:ada?secret=${secret}`, expires_at: '2026-11-28T12:00:00Z' }
	await page.route('**/v1/me/totp/options', (route) => route.fulfill({ json }))
	await choose('Use an authenticator app')(page)
	await page.getByLabel('Code', { exact: true }).waitFor()
	await page.unroute('**/v1/me/totp/options')
}

/** Asks who is there, as Plinth does ten minutes after the login. */
const asksWhoIsThere = (methods: string[]) => async (page: Page) => {
	const header = { 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age=600' }
	await page.route('**/v1/me/totp/options', (route) =>
		route.fulfill(asking({ reason: 'auth.step_up', challenge: CHALLENGE, methods }, header)),
	)
	await dialog('Add app')(page)
	await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
	await page.unroute('**/v1/me/totp/options')
}

export const signIn: Screen[] = [
	{ name: 'sign-in', path: PATH },
	{ name: 'sign-in-reset', path: PATH, before: choose('Forgot your password?') },
	{ name: 'sign-in-passkey', path: PATH, before: asksFor(['passkey', 'totp', 'recovery_code']) },
	{ name: 'sign-in-code', path: PATH, before: asksFor(['totp', 'recovery_code']) },
	{
		name: 'sign-in-recovery-code',
		path: PATH,
		before: asksFor(['totp', 'recovery_code'], choose('Use a recovery code instead')),
	},
	{ name: 'sign-in-enrol', path: PATH, before: needsFactor() },
	{ name: 'sign-in-enrol-app', path: PATH, before: needsFactor(useApp) },
	{ name: 'proof-password', path: '/console/account', as: MEMBER, before: asksWhoIsThere(['password']) },
	{ name: 'proof-code', path: '/console/account', as: MEMBER, before: asksWhoIsThere(['totp', 'recovery_code']) },
]
