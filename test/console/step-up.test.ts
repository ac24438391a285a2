import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import { nightly, register, test } from './test.ts'

interface Refused {
	/** How many calls are refused before they pass. */
	times: number
}

/**
 * Refuses a user's change of roles as Plinth does ten minutes after the login, which no test can wait for. Returns the entity tags of
 * the calls, and what answered the challenges.
 */
const refuseRoles = (page: Page, user_id: string, refused: Refused) =>
	refuse(page, 'PUT', `**/v1/admin/users/${user_id}/roles`, refused)

async function refuse(page: Page, method: string, address: string, { times }: Refused) {
	const tags: (string | undefined)[] = []
	const answers: unknown[] = []
	await page.route(address, (route) => {
		const request = route.request()
		if (request.method() !== method || request.headers()['dry-run']) return route.continue()
		tags.push(request.headers()['if-match'])
		if (tags.length > times) return route.continue()
		return route.fulfill({
			status: 401,
			headers: { 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age=600' },
			json: {
				error: 'auth.unauthorized',
				message: 'Prove again who you are, and repeat the request',
				trace_id: '0'.repeat(32),
				details: { reason: 'auth.step_up', challenge: `challenge ${tags.length}`, methods: ['password'] },
			},
		})
	})
	await page.route('**/v1/auth/step-up', (route) => {
		const answer = route.request().postDataJSON() as { challenge: string; password: string }
		answers.push(answer)
		if (answer.password === 'too late 1') return refused(route, 'challenge', 'Must be an unanswered challenge')
		if (answer.password !== ADMIN.password) return refused(route, 'password', 'Must be your current password')
		return route.fulfill({ json: { authenticated_at: '', valid_until: '' } })
	})
	return { tags, answers }
}

const refused = (route: Parameters<Parameters<Page['route']>[1]>[0], path: string, message: string) =>
	route.fulfill({
		status: 400,
		json: { error: 'validation.error', message: '', trace_id: '', details: { fields: [{ path, message }] } },
	})

async function changeRoles(page: Page, username: string) {
	await page.getByRole('button', { name: 'Actions' }).click()
	await page.getByRole('menuitem', { name: 'Platform roles…' }).click()
	await page.getByRole('checkbox', { name: /^Billing/ }).check()
	await page.getByRole('button', { name: 'Review…' }).click()
	const preview = page.getByRole('dialog', { name: `Change the platform roles of ${username}?` })
	await preview.getByRole('button', { name: 'Change roles' }).click()
	return preview
}

test('a change that asks who is there is sent again after the password, once', async ({ open }) => {
	const { user_id, username } = await register('promoted')
	const page = await open(`/console/users/${user_id}`)
	const { tags, answers } = await refuseRoles(page, user_id, { times: 2 })
	await changeRoles(page, username)
	const asked = page.getByRole('dialog', { name: 'Confirm it’s you' })
	const password = asked.getByLabel('Password')
	await password.fill('wrong password 1')
	await page.keyboard.press('Enter')
	await asked.getByText('Must be your current password').waitFor()
	// A challenge that's too old is replaced.
	await password.fill('too late 1')
	await page.keyboard.press('Enter')
	await expect.poll(() => tags.length).toBe(2)
	await expect.poll(() => password.inputValue()).toBe('')
	await password.fill(ADMIN.password)
	await page.keyboard.press('Enter')
	await page.getByText(`Changed the platform roles of ${username}.`).waitFor()
	expect(answers).toEqual([
		{ challenge: 'challenge 1', password: 'wrong password 1' },
		{ challenge: 'challenge 1', password: 'too late 1' },
		{ challenge: 'challenge 2', password: ADMIN.password },
	])
	expect(tags).toHaveLength(3)
	expect(new Set(tags).size).toBe(1)
})

nightly('who would rather not answer keeps the draft, and nothing is sent', async ({ open }) => {
	const { user_id, username } = await register('unpromoted')
	const page = await open(`/console/users/${user_id}`)
	const { tags, answers } = await refuseRoles(page, user_id, { times: 1 })
	const preview = await changeRoles(page, username)
	await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Cancel' }).click()
	await preview.getByText("Nothing was sent, because you didn't confirm your identity.").waitFor()
	expect([tags.length, answers.length]).toEqual([1, 0])
	// The next attempt passes.
	await preview.getByRole('button', { name: 'Change roles' }).click()
	await page.getByText(`Changed the platform roles of ${username}.`).waitFor()
})

nightly('a deletion that asks who is there is sent again after the password', async ({ open }) => {
	const { user_id, login, username } = await register('leaver')
	const page = await open(`/console/users/${user_id}`)
	const { tags } = await refuse(page, 'DELETE', `**/v1/admin/users/${user_id}`, { times: 1 })
	await page.getByRole('button', { name: 'Actions' }).click()
	await page.getByRole('menuitem', { name: 'Delete user' }).click()
	const preview = page.getByRole('dialog', { name: `Delete ${username}?` })
	await preview.getByRole('textbox').fill(login)
	await preview.getByRole('button', { name: 'Delete user' }).click()
	const asked = page.getByRole('dialog', { name: 'Confirm it’s you' })
	await asked.getByLabel('Password').fill(ADMIN.password)
	await page.keyboard.press('Enter')
	await page.getByText(`Deleted ${username}.`).waitFor()
	expect(tags).toHaveLength(2)
})
