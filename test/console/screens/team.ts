import type { Page } from 'playwright-core'
import { MEMBER } from '../instance.ts'
import { tokenOf } from '../logins.ts'
import { dialog, type Screen } from '../screen.ts'

const MEMBERS = '/console/your-org?tab=members'

/** Opens the link of a new invitation into the org of the demo user. */
async function openInvitation(page: Page) {
	const { origin } = new URL(page.url())
	const headers = { Authorization: `Bearer ${await tokenOf(origin, MEMBER)}` }
	const call = async (method: string, path: string, body?: object) => {
		const reply = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
		return (await reply.json()) as { org_id: string; token: string }
	}
	const { org_id } = await call('GET', '/v1/me')
	const email = `screen-${Date.now()}@example.com`
	const { token } = await call('POST', `/v1/orgs/${org_id}/invitations`, { email, role: 'member' })
	await page.goto(`/console/join#${token}`)
	await page.getByRole('heading', { name: /^Join / }).waitFor()
}

/** Chooses an item from the menu of the first row that has it. */
const item = (button: RegExp, name: string) => async (page: Page) => {
	await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
	await page.getByRole('menuitem', { name }).click()
	await page.getByRole('dialog').waitFor()
}

export const team: Screen[] = [
	{ name: 'register', path: '/console/register' },
	{ name: 'join', path: '/console/', before: openInvitation },
	{ name: 'join-gone', path: '/console/join#join_gone' },
	{ name: 'register-signed-in', path: '/console/register', as: MEMBER },
	{ name: 'join-signed-in', path: '/console/your-org', as: MEMBER, before: openInvitation },
	{ name: 'your-org-new', path: '/console/your-org', as: MEMBER, before: dialog('New org') },
	{ name: 'your-org-rename', path: '/console/your-org', as: MEMBER, before: dialog('Rename') },
	{ name: 'your-org-plan', path: '/console/your-org?tab=plan', as: MEMBER },
	{ name: 'your-org-usage', path: '/console/your-org?tab=usage', as: MEMBER },
	{ name: 'your-org-members', path: MEMBERS, as: MEMBER },
	{ name: 'your-org-sign-in', path: '/console/your-org?tab=sign_in', as: MEMBER },
	{ name: 'your-org-role', path: MEMBERS, as: MEMBER, before: item(/^Manage (?!the invitation)/, 'Make an owner') },
	{ name: 'your-org-leave', path: MEMBERS, as: MEMBER, before: dialog(/^Leave /) },
	{ name: 'your-org-invite', path: MEMBERS, as: MEMBER, before: dialog('Invite') },
	{
		name: 'your-org-invited',
		path: MEMBERS,
		as: MEMBER,
		before: async (page) => {
			await item(/^Manage the invitation/, 'Send again')(page)
			await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
			await page
				.getByRole('dialog', { name: /^Send this link/ })
				.locator('code')
				.waitFor()
		},
	},
	{ name: 'your-org-log', path: '/console/your-org?tab=log', as: MEMBER },
	{
		name: 'your-org-log-row',
		path: '/console/your-org?tab=log',
		as: MEMBER,
		before: async (page) => {
			await page.getByRole('table', { name: 'Audit log' }).locator('[data-row-link]').first().click()
			await page.getByRole('dialog').waitFor()
		},
	},
]
