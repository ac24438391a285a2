import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, instance, register, test, unique } from './test.ts'

// Somebody is invited and runs an org from there on, with the browser alone. They meet no operator, and nothing that they may not do.

const PASSWORD = 'correct horse 1'

/** Collects what the API refuses in a page. */
function refusalsOf(page: Page): string[] {
	const found: string[] = []
	page.on('response', (response) => {
		// The page previews again what has changed meanwhile.
		if (response.status() >= 400 && response.status() !== 412)
			found.push(`${response.request().method()} ${response.url()} ${response.status()}`)
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

/** Makes an API key, and replaces it: the old one works for another hour. */
async function rotatesKey(page: Page) {
	await visit(page, 'API keys')
	await page.getByRole('button', { name: 'New key' }).click()
	const created = page.getByRole('dialog')
	await created.getByLabel('Name').fill('Importer')
	await created.getByRole('button', { name: 'Create' }).click()
	await created.getByRole('button', { name: "I've copied it" }).click()
	await page.getByRole('button', { name: 'Rotate Importer' }).click()
	await page.getByRole('dialog', { name: 'Rotate Importer' }).getByRole('button', { name: 'Rotate' }).click()
	const shown = page.getByRole('dialog', { name: 'Save your key for Importer' })
	await shown.getByText(/^The old key works until/).waitFor()
	await shown.getByRole('button', { name: "I've copied it" }).click()
	await page.getByText('replaced', { exact: true }).waitFor()
}

/** Waits until the export is ready, downloads the file of members, and returns their logins, sorted. */
async function exportedLogins(page: Page): Promise<string[]> {
	await visit(page, 'Your org')
	await page.getByRole('button', { name: 'Export or delete' }).click()
	// It begins within a minute.
	const download = page.getByRole('table', { name: 'Files' }).getByRole('button', { name: /^Download members-/ })
	await download.waitFor({ timeout: 120_000 })
	const loading = page.waitForEvent('download')
	await download.click()
	const lines = (await readFile(await (await loading).path(), 'utf8')).trimEnd().split('\n')
	return lines.map((line) => (JSON.parse(line) as { login: string }).login).toSorted()
}

/** Deletes the org, and continues in the one that registering made. */
async function deletesOrg(page: Page, name: string) {
	await page.getByRole('button', { name: 'Delete org' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('region', { name: 'What ends at once' }).getByText('3 members lose access').waitFor()
	await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
	await dialog.getByRole('button', { name: 'Delete org' }).click()
	await page.getByText(`Deleted ${name}. It can be restored for 30 days.`).waitFor()
}

test(
	'an invited person builds a team of three, sets a budget, pauses an agent, rotates a key, exports and deletes the org, without an operator',
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

		// The export is written meanwhile.
		await page.getByRole('button', { name: 'Export or delete' }).click()
		await page.getByRole('button', { name: 'Start export' }).click()
		await page.getByText('Export started.').waitFor()

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

		await rotatesKey(page)

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

		expect(await exportedLogins(page)).toEqual([joan, mary, grace].toSorted())
		expect(refusals).toEqual([])
		await deletesOrg(page, name)
	},
)
