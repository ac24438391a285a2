import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, instance, register, test, unique } from './test.ts'

// Somebody is invited and runs an org from there on, with the browser alone. They meet no operator, and nothing that they may not do.

const PASSWORD = 'correct horse 1'

/** Collects what the API refuses in a page. */
function refusalsOf(page: Page): string[] {
	const found: string[] = []
	page.on('response', (response) => {
		if (response.status() >= 400) found.push(`${response.request().method()} ${response.url()} ${response.status()}`)
	})
	return found
}

const visit = (page: Page, place: string) =>
	page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: place, exact: true }).click()

/** Opens an invitation's link and registers there. */
async function registerBy(page: Page, link: string, login: string) {
	await page.goto(link.slice(instance().address.length))
	await page.getByLabel('Login').fill(login)
	await page.getByLabel('Email address').fill(`${login}@example.com`)
	await page.getByLabel('Password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Create an account and join' }).click()
	await page.getByRole('navigation', { name: 'Org sections' }).waitFor()
}

/** Invites somebody under Members, and returns the link to pass on. */
async function invite(page: Page, login: string, role: string) {
	await page.getByRole('button', { name: 'Invite', exact: true }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Email address').fill(`${login}@example.com`)
	await dialog.getByLabel('Role').selectOption(role)
	await dialog.getByRole('button', { name: 'Invite' }).click()
	const link = (await dialog.locator('code').textContent()) ?? ''
	await dialog.getByRole('button', { name: "I've copied it" }).click()
	return link
}

test(
	'an invited person builds a team of three, sets a budget and pauses an agent, without an operator',
	{ timeout: 300_000 },
	async ({ open }) => {
		const founder = await register('founder')
		const name = unique('Acme')
		const { id } = await call<{ id: string }>('POST', '/v1/orgs', { name }, founder)
		const invitation = { email: 'grace@example.com', role: 'owner' }
		const { token } = await call<{ token: string }>('POST', `/v1/orgs/${id}/invitations`, invitation, founder)

		const [grace, mary, joan] = [unique('grace'), unique('mary'), unique('joan')]
		const page = await open('/console/', { as: 'nobody' })
		await registerBy(page, `${instance().address}/console/join#${token}`, grace)
		await page.getByRole('heading', { name: `${name} Owner` }).waitFor()
		const refusals = refusalsOf(page)

		await page.getByRole('link', { name: 'Members', exact: true }).click()
		const links = [await invite(page, mary, 'Admin'), await invite(page, joan, 'Member')]
		for (const [index, login] of [mary, joan].entries())
			await registerBy(await open('/console/', { as: 'nobody' }), links[index] ?? '', login)
		await page.reload()
		await page.getByText('4 in this org').waitFor()

		// The founder leaves the org to the three.
		await page.getByRole('button', { name: `Manage ${founder.username}` }).click()
		await page.getByRole('menuitem', { name: 'Remove from org' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Remove from org' }).click()
		await page.getByText('3 in this org').waitFor()

		await visit(page, 'Budgets')
		await page.getByRole('button', { name: 'New budget' }).click()
		await page.getByLabel('Name').fill('Each user a day')
		await page.getByLabel('Limit').fill('250')
		await page.getByRole('button', { name: 'Create' }).click()
		await page.getByText('Created Each user a day.').waitFor()

		await visit(page, 'Pauses')
		await page.getByRole('button', { name: 'New pause' }).click()
		const dialog = page.getByRole('dialog')
		await dialog.getByLabel('Agent', { exact: true }).fill('researcher')
		await dialog.getByLabel('Reason').fill('It loops')
		await dialog.getByRole('button', { name: 'Preview' }).click()
		await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
		await page.getByRole('row', { name: /researcher/ }).waitFor()

		await visit(page, 'Your org')
		await page.getByRole('link', { name: 'Audit log', exact: true }).click()
		const log = page.getByRole('table', { name: 'Audit log' })
		for (const change of ['Pause set', 'Budget created', 'Membership deleted'])
			await log.getByRole('row', { name: change }).getByText(grace).waitFor()
		expect(refusals).toEqual([])

		const me = { login: grace, password: PASSWORD }
		const members = await call<{ login: string; role: string }[]>('GET', `/v1/orgs/${id}/members`, undefined, me)
		expect(members.map(({ login, role }) => [login, role])).toEqual([
			[joan, 'member'],
			[mary, 'admin'],
			[grace, 'owner'],
		])
		expect(await call('GET', `/v1/orgs/${id}/pauses`, undefined, me)).toMatchObject([{ subject: 'researcher' }])
		expect(await call('GET', `/v1/orgs/${id}/budgets`, undefined, me)).toContainEqual(
			expect.objectContaining({ limit: 250, set_by: 'org' }),
		)
	},
)
