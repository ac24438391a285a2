import type { Page } from 'playwright-core'
import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, type Screen } from '../screen.ts'

/** Plans a document that creates, changes and deletes. */
async function plan(page: Page) {
	const text = page.getByRole('textbox', { name: 'Document' })
	const document = JSON.parse(await text.inputValue()) as { feature_flags: Record<string, { default_value: boolean }> }
	const [first, second] = Object.keys(document.feature_flags)
	const flags: typeof document.feature_flags = { ...document.feature_flags, 'a.new.flag': { default_value: true } }
	if (first) delete flags[first]
	if (second) flags[second] = { ...flags[second], default_value: !flags[second]?.default_value }
	await page.getByRole('radio', { name: 'Delete' }).check()
	await text.fill(JSON.stringify({ version: 1, feature_flags: flags }, null, 2))
	await page.getByRole('button', { name: 'Plan changes' }).click()
	await page.getByRole('button', { name: 'Apply' }).waitFor()
}

export const settings: Screen[] = [
	{ name: 'audit-logs', path: '/console/audit-logs', as: ADMIN },
	{ name: 'audit-logs-none', path: '/console/audit-logs?action=nothing.happened', as: ADMIN },
	{
		name: 'audit-log',
		path: '/console/audit-logs?action=plans.create',
		as: ADMIN,
		before: async (page) => {
			await page.locator('[data-row-link]').first().click()
			await page.getByRole('dialog').waitFor()
		},
	},
	{ name: 'audit-logs-filter', path: '/console/audit-logs', as: ADMIN, before: dialog('Filter by person or org') },
	{ name: 'operators', path: '/console/operators', as: ADMIN },
	{ name: 'configuration', path: '/console/configuration', as: ADMIN },
	{ name: 'configuration-change', path: '/console/configuration?tab=change', as: ADMIN, before: plan },
	{
		name: 'configuration-apply',
		path: '/console/configuration?tab=change',
		as: ADMIN,
		before: async (page) => {
			await plan(page)
			await dialog('Apply')(page)
		},
	},
	{ name: 'configuration-revisions', path: '/console/configuration?tab=revisions', as: ADMIN },
	{ name: 'configuration-org', path: '/console/configuration', as: MEMBER },
	{ name: 'api-keys', path: '/console/api-keys', as: ADMIN },
	{ name: 'api-key-new', path: '/console/api-keys', as: ADMIN, before: dialog('New key') },
	{ name: 'api-key-rotate', path: '/console/api-keys', as: MEMBER, before: dialog(/^Rotate /) },
	{ name: 'service-accounts', path: '/console/service-accounts', as: MEMBER },
	{
		name: 'service-account-new',
		path: '/console/service-accounts',
		as: MEMBER,
		before: dialog('New service account'),
	},
	{
		name: 'service-account-encryption-key',
		path: '/console/service-accounts',
		as: MEMBER,
		before: async (page) => {
			await page.locator('[data-row-link]').first().click()
			await dialog('Add key')(page)
		},
	},
	{ name: 'secret-keys', path: '/console/secret-keys', as: ADMIN },
	{ name: 'traces', path: '/console/trace', as: ADMIN },
	{
		name: 'trace',
		path: '/console/audit-logs?action=subscriptions.create',
		as: ADMIN,
		before: async (page) => {
			await page.locator('[data-row-link]').first().click()
			await page.getByRole('link', { name: 'View the full request' }).click()
			await page.locator('h1').waitFor()
		},
	},
]
