import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPlace } from './journey.ts'
import { call, instance, register, test, unique } from './test.ts'
import { JOURNEY_LANGUAGES, LOCALES, textsIn } from './texts.ts'

// Somebody is invited and runs an org from there on, with the browser alone, in each language. They meet no operator, and nothing
// that they may not do.

const PASSWORD = 'correct horse 1'

/** The texts that somebody reads on this journey. */
const readBy = async (language: string) => {
	const t = await textsIn(language)
	return {
		actionText: t.actions.actionText,
		apiKeys: t.keys.apiKeys,
		budgets: t.budgets.budgets,
		changes: t.changes.changes,
		common: t.common.common,
		invitations: t.invitations.invitations,
		joining: t.joining.joining,
		orgDeletions: t['org-deletions'].orgDeletions,
		orgExports: t['org-exports'].orgExports,
		pauses: t.pauses.pauses,
		shell: t.shell.shell,
		terms: t.terms.terms,
		yourOrg: t['your-org'].yourOrg,
	}
}

type Read = Awaited<ReturnType<typeof readBy>>

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

const visit = (page: Page, { shell }: Read, place: keyof Read['shell']['places']) =>
	openPlace(page, shell, place, 'org')

/** Opens an invitation's link and registers there. */
async function registerBy(page: Page, { joining, yourOrg }: Read, link: string, login: string) {
	await page.goto(link.slice(instance().address.length))
	await page.getByLabel(joining.register.login, { exact: true }).fill(login)
	await page.getByLabel(joining.register.email).fill(`${login}@example.com`)
	await page.getByLabel(joining.register.password).fill(PASSWORD)
	await page.getByRole('button', { name: joining.invitation.register }).click()
	await page.getByRole('navigation', { name: yourOrg.tabs.label }).waitFor()
}

/** Invites somebody under Members, and returns the link to pass on. */
async function invite(page: Page, { invitations }: Read, login: string, role: string) {
	await page.getByRole('button', { name: invitations.create.action, exact: true }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel(invitations.create.email).fill(`${login}@example.com`)
	await dialog.getByLabel(invitations.create.role).selectOption(role)
	await dialog.getByRole('button', { name: invitations.create.submit }).click()
	const link = (await dialog.locator('code').textContent()) ?? ''
	await dialog.getByRole('button', { name: invitations.sent.done }).click()
	return link
}

/** Makes an API key, and replaces it: the old one works for another hour. */
async function rotatesKey(page: Page, read: Read) {
	const { apiKeys, common, terms } = read
	await visit(page, read, 'api_keys')
	await page.getByRole('button', { name: apiKeys.create.action }).click()
	const created = page.getByRole('dialog')
	await created.getByLabel(terms.name).fill('Importer')
	await created.getByRole('button', { name: common.create }).click()
	await created.getByRole('button', { name: apiKeys.created.done }).click()
	await page.getByRole('button', { name: apiKeys.rotate.label('Importer') }).click()
	await page
		.getByRole('dialog', { name: apiKeys.rotate.title('Importer') })
		.getByRole('button', { name: apiKeys.rotate.action })
		.click()
	const shown = page.getByRole('dialog', { name: apiKeys.created.title('Importer') })
	await shown.getByText(apiKeys.rotate.until('').slice(0, 6)).waitFor()
	await shown.getByRole('button', { name: apiKeys.created.done }).click()
	await page.getByText(apiKeys.replaced, { exact: true }).waitFor()
}

/** Waits until the export is ready, downloads the file of members, and returns their logins, sorted. */
async function exportedLogins(page: Page, { orgExports }: Read): Promise<string[]> {
	// It begins within a minute.
	await page.getByRole('button', { name: orgExports.files.show }).click({ timeout: 120_000 })
	const download = page
		.getByRole('table', { name: orgExports.files.title })
		.getByRole('button', { name: orgExports.files.download('members-') })
	const loading = page.waitForEvent('download')
	await download.click()
	const lines = (await readFile(await (await loading).path(), 'utf8')).trimEnd().split('\n')
	return lines.map((line) => (JSON.parse(line) as { login: string }).login).toSorted()
}

/** Deletes the org, and continues in the one that registering made. */
async function deletesOrg(page: Page, { changes, orgDeletions }: Read, name: string) {
	await page.getByRole('button', { name: orgDeletions.action }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('region', { name: orgDeletions.ends.title }).getByText(orgDeletions.ends.members(3)).waitFor()
	await dialog.getByLabel(changes.typeToConfirm(name)).fill(name)
	await dialog.getByRole('button', { name: orgDeletions.action }).click()
	await page.getByText(orgDeletions.done(name)).waitFor()
}

type Open = (path: string, options: { as: 'nobody'; locale: string }) => Promise<Page>

/** From the invitation to the end of the org. */
async function leads(open: Open, read: Read, locale: string) {
	const { actionText, budgets, common, orgExports, pauses, terms, yourOrg } = read
	const founder = await register('founder')
	const name = unique('Acme')
	const { id } = await call<{ id: string }>('POST', '/v1/orgs', { name }, founder)
	const invitation = { email: 'grace@example.com', role: 'owner' }
	const { token } = await call<{ token: string }>('POST', `/v1/orgs/${id}/invitations`, invitation, founder)

	const [grace, mary, joan] = [unique('grace'), unique('mary'), unique('joan')]
	const page = await open('/console/', { as: 'nobody', locale })
	await registerBy(page, read, `${instance().address}/console/join#${token}`, grace)
	await page.getByRole('heading', { name: `${name} ${yourOrg.roles.owner}` }).waitFor()
	const refusals = refusalsOf(page)

	await page.getByRole('link', { name: yourOrg.tabs.members, exact: true }).click()
	const links = [
		await invite(page, read, mary, yourOrg.roles.admin),
		await invite(page, read, joan, yourOrg.roles.member),
	]
	for (const [index, login] of [mary, joan].entries())
		await registerBy(await open('/console/', { as: 'nobody', locale }), read, links[index] ?? '', login)
	await page.reload()
	await page.getByText(yourOrg.members.in_org('4')).waitFor()

	// The founder leaves the org to the three.
	await page.getByRole('button', { name: yourOrg.members.menu(founder.username) }).click()
	await page.getByRole('menuitem', { name: yourOrg.members.remove.action }).click()
	await page.getByRole('dialog').getByRole('button', { name: yourOrg.members.remove.action }).click()
	await page.getByText(yourOrg.members.in_org('3')).waitFor()

	// The export is written meanwhile.
	await page.getByRole('button', { name: yourOrg.data.action }).click()
	await page.getByRole('button', { name: orgExports.start }).click()
	await page.getByText(orgExports.started).waitFor()

	await visit(page, read, 'budgets')
	await page.getByRole('button', { name: terms.new_budget }).click()
	await page.getByLabel(budgets.fields.name).fill('Each user a day')
	await page.getByLabel(budgets.fields.limit).fill('250')
	await page.getByRole('button', { name: common.create }).click()
	await page.getByText(terms.created_it('Each user a day')).waitFor()

	await visit(page, read, 'pauses')
	await page.getByRole('button', { name: pauses.form.action }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel(pauses.form.subject.agent, { exact: true }).fill('researcher')
	await dialog.getByLabel(terms.reason).fill('It loops')
	await dialog.getByRole('button', { name: terms.preview }).click()
	await dialog.getByRole('button', { name: pauses.action, exact: true }).click()
	await page.getByRole('row', { name: /researcher/ }).waitFor()

	await visit(page, read, 'your_org')
	await page.getByRole('link', { name: yourOrg.tabs.log, exact: true }).click()
	const log = page.getByRole('table', { name: yourOrg.tabs.log })
	for (const change of ['pauses.set', 'budgets.create', 'memberships.delete'])
		await log
			.getByRole('row', { name: actionText(change) })
			.getByText(grace)
			.waitFor()

	await rotatesKey(page, read)

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

	await visit(page, read, 'your_org')
	await page.getByRole('button', { name: yourOrg.data.action }).click()
	expect(await exportedLogins(page, read)).toEqual([joan, mary, grace].toSorted())
	expect(refusals).toEqual([])
	await deletesOrg(page, read, name)
}

// Both wait for an export to begin, so the second language takes little more time than one.
test.concurrent.for(JOURNEY_LANGUAGES)(
	'an invited person builds a team of three, sets a budget, pauses an agent, rotates a key, exports and deletes the org, without an operator, in %s',
	{ timeout: 300_000 },
	async (language, { open }) => leads(open, await readBy(language), LOCALES[language] ?? ''),
)
