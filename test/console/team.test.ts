import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Login } from './logins.ts'
import { call, instance, nightly, register, test, unique } from './test.ts'

interface Invitation {
	id: string
	email: string
	state: string
	token: string
}

interface Member {
	user_id: string
	login: string
	role: string
}

/** An owner with an org of a name to read, and people in it. */
async function team(...roles: ('owner' | 'admin' | 'member')[]) {
	const owner = await register('owner')
	const name = unique('Team')
	const { id } = await call<{ id: string }>('POST', '/v1/orgs', { name }, owner)
	const people = []
	for (const role of roles) people.push(await join(id, role, owner))
	return { owner, id, name, people }
}

async function join(org_id: string, role: string, owner: Login) {
	const person = await register(role)
	const email = `${person.login}@example.com`
	const { token } = await call<Invitation>('POST', `/v1/orgs/${org_id}/invitations`, { email, role }, owner)
	await call('POST', `/v1/invitations/${token}/accept`, undefined, person)
	return person
}

const membersOf = async (org_id: string, login: Login) =>
	call<Member[]>('GET', `/v1/orgs/${org_id}/members`, undefined, login)

const membersTab = (page: Page) =>
	page.getByRole('navigation', { name: 'Org sections' }).getByRole('link', { name: 'Members' }).click()

async function choose(page: Page, who: string, item: string) {
	await page.getByRole('button', { name: `Manage ${who}` }).click()
	await page.getByRole('menuitem', { name: item }).click()
}

test('an owner creates an org, invites somebody, sends the link again and withdraws it', async ({ open }) => {
	const owner = await register('founder')
	const [name, email] = [unique('Founded'), `${unique('guest')}@example.com`]
	const page = await open('/console/your-org', { as: owner })
	await page.getByRole('button', { name: 'New org' }).click()
	await page.getByRole('dialog').getByLabel('Name').fill(name)
	await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
	await page.getByRole('heading', { name }).waitFor()
	await page.getByText('Nobody is invited yet').waitFor()

	await page.getByRole('button', { name: 'Invite', exact: true }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Email address').fill('no address')
	await dialog.getByRole('button', { name: 'Invite' }).click()
	await dialog.locator('input[name="email"][aria-invalid="true"]').waitFor()
	await dialog.getByLabel('Email address').fill(email)
	await dialog.getByLabel('Role').selectOption('Admin')
	await dialog.getByText('invites people, changes settings, and sees secrets').waitFor()
	await dialog.getByRole('button', { name: 'Invite' }).click()
	const shown = page.getByRole('dialog', { name: `Send this link to ${email}` })
	await shown.getByText('No email went out').waitFor()
	const link = (await shown.locator('code').textContent()) ?? ''
	expect(link).toMatch(/\/console\/join#join_/)
	await shown.getByRole('button', { name: 'Copy Invitation link' }).click()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
	await shown.getByRole('button', { name: "I've copied it" }).click()
	const row = page.getByRole('table', { name: 'Invitations' }).getByRole('row', { name: email })
	await row.getByText('open', { exact: true }).waitFor()

	await choose(page, `the invitation of ${email}`, 'Send again')
	await dialog.getByText('The old link stops working.').waitFor()
	await dialog.getByRole('button', { name: 'Send again' }).click()
	await shown.waitFor()
	expect(await shown.locator('code').textContent()).not.toBe(link)
	await shown.getByRole('button', { name: "I've copied it" }).click()

	await choose(page, `the invitation of ${email}`, 'Withdraw')
	await dialog.getByText('The link stops working at once.').waitFor()
	await dialog.getByRole('button', { name: 'Withdraw' }).click()
	await page.getByText(`Withdrew the invitation of ${email}.`).waitFor()
	await page.getByText('Nobody is invited yet').waitFor()
})

nightly('an owner renames the org, changes a role and removes somebody, and reads what it means', async ({ open }) => {
	const { owner, id, people } = await team('member')
	const [guest] = people
	const page = await open('/console/your-org?tab=members', { as: owner, inOrg: id })
	const dialog = page.getByRole('dialog')
	await choose(page, guest?.username ?? '', 'Make an admin')
	await dialog.getByRole('region', { name: 'What will change' }).getByText('They can invite people').waitFor()
	await dialog.getByRole('button', { name: 'Make an admin' }).click()
	await page.getByText(`Made ${guest?.username} an admin.`).waitFor()
	expect(await membersOf(id, owner)).toContainEqual(expect.objectContaining({ login: guest?.login, role: 'admin' }))

	await choose(page, guest?.username ?? '', 'Remove from org')
	await dialog.getByText('The API keys they created here are deleted for good.').waitFor()
	await dialog.getByRole('button', { name: 'Remove from org' }).click()
	await page.getByText(`Removed ${guest?.username}.`).waitFor()
	expect(await membersOf(id, owner)).toHaveLength(1)

	await page.getByRole('button', { name: `Manage ${owner.username}` }).click()
	await page.getByRole('menuitem', { name: 'The last owner: make someone else an owner first' }).waitFor()
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: /^Leave / }).click()
	await dialog.getByText("This is the org's last owner.").waitFor()
	await dialog.getByRole('button', { name: 'Cancel' }).click()

	const name = unique('Renamed')
	await page.getByRole('button', { name: 'Rename' }).click()
	await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
	await dialog.getByRole('button', { name: 'Rename' }).click()
	await page.getByRole('heading', { name }).waitFor()
	await page.getByText(`Renamed the org to ${name}.`).waitFor()
})

nightly('an admin manages members, and reads why not owners', async ({ open }) => {
	const { owner, id, people } = await team('admin', 'member')
	const [admin, guest] = people
	const page = await open('/console/your-org?tab=members', { as: admin ?? owner, inOrg: id })
	await page.getByRole('button', { name: `Manage ${owner.username}` }).click()
	await page.getByRole('menuitem', { name: 'Only owners can change an owner' }).waitFor()
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: `Manage ${guest?.username}` }).click()
	await page.getByRole('menuitem', { name: 'Make an admin' }).waitFor()
	expect(await page.getByRole('menuitem', { name: 'Make an owner' }).count()).toBe(0)
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Invite', exact: true }).click()
	await page.getByRole('dialog').getByText('Only an owner can invite an owner.').waitFor()
	expect(await page.getByRole('option', { name: 'Owner' }).count()).toBe(0)
})

nightly('a member reads whom to ask, and leaves', async ({ open }) => {
	const { owner, id, name, people } = await team('member')
	const [member] = people
	const page = await open('/console/your-org?tab=members', { as: member ?? owner, inOrg: id })
	const ask = `Ask the owner: ${owner.username}.`
	await page.getByText(ask).waitFor()
	expect(await page.getByRole('button', { name: /^Manage / }).count()).toBe(0)
	expect(await page.getByRole('button', { name: 'Rename' }).count()).toBe(0)
	await page.getByRole('link', { name: 'Audit log' }).click()
	await page.getByText('The audit log is for owners and admins').waitFor()
	await page.getByText(ask).waitFor()
	await page.goto('/console/budgets')
	await page.getByText("You don't have access").waitFor()
	await page.getByText(ask).waitFor()

	await page.goto('/console/your-org')
	await membersTab(page)
	await page.getByRole('button', { name: `Leave ${name}` }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByText('someone there has to invite you').waitFor()
	await dialog.getByRole('button', { name: 'Leave' }).click()
	await page.getByText(`Left ${name}.`).waitFor()
	await page.getByRole('heading', { name: `${member?.username}'s org` }).waitFor()
	expect(await membersOf(id, owner)).toHaveLength(1)
})

nightly("an org's log names its people, and reverts what the org configures itself", async ({ open }) => {
	const { owner, id, people } = await team('admin')
	const [admin] = people
	const budget = { name: unique('Daily'), scope: 'org', unit: 'credits', window: 'day', limit: 100 }
	await call('POST', `/v1/orgs/${id}/budgets`, budget, admin)
	const accounts = `/v1/orgs/${id}/service-accounts`
	const service = await call<{ id: string }>('POST', accounts, { name: 'Nightly import', role: 'admin' }, owner)
	const { key } = await call<{ key: string }>('POST', `${accounts}/${service.id}/keys`, {}, owner)
	const made = await fetch(`${instance().address}/v1/orgs/${id}/pauses/agent/looping`, {
		method: 'PUT',
		headers: { Authorization: `Bearer ${key}` },
		body: JSON.stringify({ reason: 'It loops', until: null }),
	})
	expect(made.status).toBeLessThan(300)
	const page = await open('/console/your-org?tab=log', { as: owner, inOrg: id })
	const log = page.getByRole('table', { name: 'Audit log' })
	await log
		.getByRole('row', { name: /Budget created/ })
		.getByText(admin?.username ?? '')
		.waitFor()

	await log
		.getByRole('row', { name: /Pause set/ })
		.getByText('Nightly import')
		.waitFor()

	await log.getByRole('link', { name: 'Invitation accepted' }).click()
	await page.getByText('withdraw the invitation or remove the member, under Members').waitFor()
	expect(await page.getByRole('button', { name: 'Revert' }).count()).toBe(0)
	await page.keyboard.press('Escape')

	await log.getByRole('link', { name: 'Budget created' }).click()
	await page.getByRole('button', { name: 'Revert' }).click()
	const question = page.getByRole('dialog', { name: 'Revert “Budget created”?' })
	await question.getByRole('button', { name: 'Revert' }).click()
	await page.getByText('Reverted the change.').waitFor()
	const budgets = await call<{ name: string }[]>('GET', `/v1/orgs/${id}/budgets`, undefined, owner)
	expect(budgets.map(({ name }) => name)).not.toContain(budget.name)

	await page.goto('/console/your-org?tab=log')
	await log.getByRole('link', { name: 'Budget created' }).click()
	await page.getByRole('link', { name: 'All changes by this person' }).click()
	await page.getByRole('link', { name: `Remove filter: By: ${admin?.username}` }).waitFor()
	await log.getByRole('row', { name: /Invitation created/ }).waitFor({ state: 'detached' })
})
