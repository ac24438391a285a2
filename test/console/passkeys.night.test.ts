import {
	type AuthenticationResponseJSON,
	type RegistrationResponseJSON,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addAuthenticator } from './authenticator.ts'
import { endSession, instance, register, test } from './test.ts'

// What Chromium and its authenticator say, with each algorithm, to us and to an independent implementation: `@simplewebauthn/server`.

/** Passkeys belong to a host name, which an IP address isn't. */
const home = () => instance().address.replace('127.0.0.1', 'localhost')
const here = () => ({ expectedOrigin: home(), expectedRPID: 'localhost' })

interface Sent {
	credential: RegistrationResponseJSON & AuthenticationResponseJSON
}

/** What the page posts to a path while it does `work`, and the status of the response. */
async function posted(page: Page, path: string, work: () => Promise<unknown>) {
	const isIt = (url: URL) => url.pathname === path
	const response = page.waitForResponse((one) => one.request().method() === 'POST' && isIt(new URL(one.url())))
	// Only a request that is held has its body, because the console may have to send it again.
	let sent: Sent | undefined
	await page.route(isIt, (route) => {
		if (route.request().method() === 'POST') sent = route.request().postDataJSON() as Sent
		return route.fallback()
	})
	await work()
	const answered = await response
	await page.unroute(isIt)
	if (!sent) throw new Error(`Nothing was sent to ${path}`)
	const { credential } = sent
	const said = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString()) as {
		challenge: string
	}
	return { credential, challenge: said.challenge, status: answered.status() }
}

const flipped = (base64url: string) => {
	const bytes = Buffer.from(base64url, 'base64url')
	bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)
	return bytes.toString('base64url')
}

for (const [algorithm, alg] of [
	['ES256', -7],
	['EdDSA', -8],
	['RS256', -257],
] as const)
	test(`a passkey with ${algorithm} is made and signs in, and both implementations agree`, async ({ open }) => {
		const user = await register('keyed')
		const page = await open('/console/account', { as: user, at: home() })
		await addAuthenticator(page)
		// The authenticator takes the first of our algorithms that it knows, so it gets one.
		await page.evaluate((only) => {
			const create = navigator.credentials.create.bind(navigator.credentials)
			navigator.credentials.create = (options) => {
				if (options?.publicKey) options.publicKey.pubKeyCredParams = [{ type: 'public-key', alg: only }]
				return create(options)
			}
		}, alg)
		const made = await posted(page, '/v1/me/passkeys', async () => {
			await page.getByRole('button', { name: 'Add passkey' }).press('Enter')
			await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
			await page.keyboard.press('Enter')
		})
		expect([made.status, made.credential.response.publicKeyAlgorithm]).toEqual([201, alg])
		const { verified, registrationInfo } = await verifyRegistrationResponse({
			response: made.credential,
			expectedChallenge: made.challenge,
			...here(),
		})
		if (!verified || !registrationInfo) throw new Error(`The other implementation refuses a passkey with ${algorithm}`)
		const decision = ({ credential, challenge }: Pick<typeof made, 'credential' | 'challenge'>) =>
			verifyAuthenticationResponse({
				response: credential,
				expectedChallenge: challenge,
				...here(),
				credential: { ...registrationInfo.credential, counter: 0 },
			}).then(
				(decided) => decided.verified,
				() => false,
			)

		await page.context().clearCookies()
		await page.goto('/console/')
		const used = await posted(page, '/v1/auth/passkey', () =>
			page.getByRole('button', { name: 'Use a passkey' }).press('Enter'),
		)
		expect([used.status, await decision(used)]).toEqual([200, true])
		await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

		// The next one is changed on its way.
		await page.context().clearCookies()
		await page.goto('/console/')
		const forged: Sent[] = []
		await page.route('**/v1/auth/passkey', (route) => {
			const { credential } = route.request().postDataJSON() as Sent
			const response = { ...credential.response, signature: flipped(credential.response.signature) }
			forged.push({ credential: { ...credential, response } })
			return route.continue({ postData: JSON.stringify(forged[0]) })
		})
		const { status, challenge } = await posted(page, '/v1/auth/passkey', () =>
			page.getByRole('button', { name: 'Use a passkey' }).press('Enter'),
		)
		const [changed] = forged
		expect([status, changed && (await decision({ ...changed, challenge }))]).toEqual([401, false])
		await page.getByRole('alert').first().waitFor()
	})

test('a passkey renews a session that ended, and the page stays as it is', async ({ open }) => {
	const user = await register('keyed')
	const page = await open('/console/account', { as: user, at: home() })
	await addAuthenticator(page)
	await page.getByRole('button', { name: 'Add passkey' }).press('Enter')
	await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
	await page.keyboard.press('Enter')
	await page.getByRole('button', { name: /^Rename/ }).waitFor()
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Name', { exact: true }).fill('Half typed')
	await endSession(user)
	await page.evaluate(() => {
		const now = Date.now()
		Date.now = () => now + 120_000
		dispatchEvent(new Event('visibilitychange'))
	})
	const renewal = page.getByRole('dialog', { name: 'Your session has ended' })
	await renewal.getByRole('button', { name: 'Use a passkey' }).press('Enter')
	await renewal.waitFor({ state: 'detached' })
	expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed')
})
