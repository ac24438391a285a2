import type { Page } from 'playwright-core'
import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, firstForm, firstRow, type Screen } from '../screen.ts'

const action = (item: string) => async (page: Page) => {
	await firstRow(page)
	await page.getByRole('button', { name: 'Actions', exact: true }).click()
	await page.getByRole('menuitem', { name: item }).click()
	await page.getByRole('dialog').waitFor()
}

const path = '/console/webhook-endpoints'

export const webhooks: Screen[] = [
	{ name: 'webhook-endpoints-none', path, as: ADMIN },
	{ name: 'webhook-endpoints-new', path, as: MEMBER, before: dialog('New endpoint') },
	{ name: 'webhook-endpoint', path, as: MEMBER, before: firstRow },
	{ name: 'webhook-endpoint-edit', path, as: MEMBER, before: firstForm },
	{ name: 'webhook-endpoint-recover', path, as: MEMBER, before: action('Recover deliveries') },
	{ name: 'webhook-endpoint-backfill', path, as: MEMBER, before: action('Send past runs') },
	{ name: 'webhook-endpoint-key', path, as: MEMBER, before: action('Rotate signing key') },
	{
		name: 'webhook-delivery',
		path,
		as: MEMBER,
		before: async (page) => {
			await firstRow(page)
			await page.getByRole('table', { name: 'Deliveries' }).locator('[data-row-link]').first().click()
			await page.getByRole('region', { name: 'Attempts' }).waitFor()
		},
	},
]
