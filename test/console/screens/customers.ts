import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, firstRow, type Screen, sectionOfFirst, steps } from '../screen.ts'

const tabOf = (name: string) => sectionOfFirst('Org sections', name)
const tabOfUser = (name: string) => sectionOfFirst('User sections', name)

export const customers: Screen[] = [
	{
		name: 'users-chosen',
		path: '/console/users',
		as: ADMIN,
		before: async (page) => {
			await page.locator('[data-row-check]').first().check()
			await dialog(/^Suspend/)(page)
		},
	},
	{ name: 'users-none', path: '/console/users?q=nobody-has-this-name', as: ADMIN },
	{ name: 'user', path: '/console/users?q=lovelace', as: ADMIN, before: firstRow },
	{ name: 'user-suspend', path: '/console/users?q=lovelace', as: ADMIN, before: steps(firstRow, dialog(/^Suspend$/)) },
	{
		name: 'user-leave',
		path: '/console/users?q=lovelace',
		as: ADMIN,
		before: async (page) => {
			await firstRow(page)
			await page.getByRole('button', { name: 'Edit', exact: true }).click()
			await page.getByLabel('Language').selectOption('zh-CN')
			await page.goBack()
			await page.getByRole('dialog').waitFor()
		},
	},
	{
		name: 'user-login-end',
		path: `/console/users?q=${ADMIN.login}`,
		as: ADMIN,
		before: steps(tabOfUser('Sessions and keys'), dialog(/^Sign out of/)),
	},
	{
		name: 'user-key-delete',
		path: `/console/users?q=${MEMBER.login}`,
		as: ADMIN,
		before: steps(tabOfUser('Sessions and keys'), dialog(/^Delete API key/)),
	},
	{ name: 'user-requests', path: `/console/users?q=${ADMIN.login}`, as: ADMIN, before: tabOfUser('Requests') },
	{ name: 'user-changes', path: '/console/users?q=lovelace', as: ADMIN, before: tabOfUser('Changes') },
	{
		name: 'user-roles',
		path: '/console/users?q=lovelace',
		as: ADMIN,
		before: async (page) => {
			await firstRow(page)
			await page.getByRole('button', { name: 'Actions' }).click()
			await page.getByRole('menuitem', { name: 'Platform roles…' }).click()
			await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
		},
	},
	{ name: 'orgs-lowest', path: '/console/orgs?order=lowest', as: ADMIN },
	{ name: 'orgs-none', path: '/console/orgs?q=no-org-has-this-name', as: ADMIN },
	{ name: 'org-new', isDaily: true, path: '/console/orgs', as: ADMIN, before: dialog('New org') },
	{ name: 'org', isDaily: true, path: '/console/orgs?q=northwind%20research', as: ADMIN, before: firstRow },
	{ name: 'org-members', path: '/console/orgs?q=northwind%20research', as: ADMIN, before: tabOf('Members') },
	{
		name: 'org-member-new',
		path: '/console/orgs?q=northwind%20research',
		as: ADMIN,
		before: steps(tabOf('Members'), dialog('Add member')),
	},
	{
		name: 'org-member-remove',
		path: '/console/orgs?q=northwind%20research',
		as: ADMIN,
		before: async (page) => {
			await tabOf('Members')(page)
			await page
				.getByRole('button', { name: /^Manage / })
				.first()
				.click()
			await page.getByRole('menuitem', { name: 'Remove from org' }).click()
			await page.getByRole('dialog').waitFor()
		},
	},
	{ name: 'org-plan', path: '/console/orgs?q=northwind%20research', as: ADMIN, before: tabOf('Plan') },
	{
		name: 'org-override-set',
		path: '/console/orgs?q=northwind%20research',
		as: ADMIN,
		before: steps(tabOf('Plan'), dialog('Add override')),
	},
	{ name: 'org-budgets', path: '/console/orgs?q=northwind%20research', as: ADMIN, before: tabOf('Budgets') },
	{ name: 'org-flags', path: '/console/orgs?q=northwind%20research', as: ADMIN, before: tabOf('Flags') },
	{ name: 'org-programs', path: '/console/orgs?q=northwind%20research', as: ADMIN, before: tabOf('Service accounts') },
	{ name: 'org-requests', path: '/console/orgs?q=northwind%20research', as: ADMIN, before: tabOf('Requests') },
	{
		name: 'org-adjust',
		path: '/console/orgs?q=northwind%20research',
		as: ADMIN,
		before: steps(firstRow, dialog('Adjust')),
	},
	{ name: 'org-usage', path: '/console/orgs?q=northwind%20research', as: ADMIN, before: tabOf('Usage') },
	{ name: 'org-changes', path: '/console/orgs?q=northwind%20research', as: ADMIN, before: tabOf('Changes') },
	{ name: 'runs-filtered', path: '/console/runs?status=failed&model=gpt-5-mini&from=2026-01-01T00:00:00Z', as: ADMIN },
	{ name: 'runs-filter', path: '/console/runs', as: ADMIN, before: dialog('More filters') },
	{ name: 'run', path: '/console/runs?status=completed', as: ADMIN, before: firstRow },
	{ name: 'run-org', path: '/console/runs?status=failed', as: MEMBER, before: firstRow },
	{ name: 'request-change', path: '/console/requests', as: MEMBER, before: firstRow },
	{ name: 'request', path: '/console/requests?state=granted', as: MEMBER, before: firstRow },
	...(
		[
			['requests-grant', /^Grant$/],
			['requests-part', 'Grant part…'],
			['requests-decline', 'Decline'],
		] as const
	).map(([name, button]): Screen => ({ name, path: '/console/requests', as: MEMBER, before: dialog(button) })),
	{ name: 'agents-none', path: '/console/agents?q=nobody-has-this-name', as: MEMBER },
	{ name: 'agent', path: '/console/agents', as: MEMBER, before: firstRow },
	{ name: 'agent-platform', path: '/console/agents?period=90', as: ADMIN, before: firstRow },
	{
		name: 'agent-pause',
		path: '/console/agents',
		as: MEMBER,
		before: async (page) => {
			await firstRow(page)
			await dialog('Pause agent')(page)
			await page.getByLabel('Agent', { exact: true }).fill('analyst-agnt')
			await page.getByText('No run of the last 30 days has this name.').waitFor()
		},
	},
]
