import type { Page } from 'playwright-core'
import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, rowDialog, type Screen } from '../screen.ts'

const review = (title: string, fill: (page: Page) => Promise<unknown>) => async (page: Page) => {
	await fill(page)
	await page.getByRole('dialog', { name: title }).waitFor()
}

export const traffic: Screen[] = [
	{ name: 'access-log-none', path: '/console/access-log?path=/nowhere&method=PUT', as: ADMIN },
	{ name: 'access-log-entry', path: '/console/access-log?path=/v1', as: ADMIN, before: rowDialog },
	{ name: 'access-log-filter', path: '/console/access-log', as: ADMIN, before: dialog(/^More filters$/) },
	{
		name: 'access-log-live',
		path: '/console/access-log?view=live',
		as: ADMIN,
		before: (page) => page.getByRole('status').getByText('live', { exact: true }).waitFor(),
	},
	{ name: 'access-log-charts', path: '/console/access-log?view=charts', as: ADMIN },
	{
		name: 'gateway-config-review',
		path: '/console/gateway-config',
		as: ADMIN,
		before: review('Change the gateway configuration?', async (page) => {
			await page.getByRole('button', { name: 'Edit', exact: true }).click()
			await page.getByLabel('Risk threshold').fill('0.1')
			await page.getByRole('button', { name: 'Review and save' }).click()
		}),
	},
	{ name: 'ip-rules', path: '/console/ip-rules?ip=203.0.113.7', as: MEMBER },
	{ name: 'ip-rules-none', path: '/console/ip-rules', as: ADMIN },
	{ name: 'ip-rule-new', path: '/console/ip-rules', as: MEMBER, before: dialog('New rule') },
	{
		name: 'ip-rule-review',
		path: '/console/ip-rules',
		as: MEMBER,
		before: review('Block 127.0.0.0/8?', async (page) => {
			await dialog('New rule')(page)
			await page.getByLabel('Network').fill('127.0.0.0/8')
			await page.getByRole('button', { name: 'Preview' }).click()
		}),
	},
	{
		name: 'ip-rule-note',
		path: '/console/ip-rules',
		as: MEMBER,
		before: dialog('Edit the note for 203.0.113.0/24'),
	},
	{
		name: 'ip-rule-delete',
		path: '/console/ip-rules',
		as: MEMBER,
		before: dialog('Delete the rule for 203.0.113.0/24'),
	},
	{ name: 'pauses-none', path: '/console/pauses?whose=org', as: ADMIN },
	{ name: 'pause-new', path: '/console/pauses', as: ADMIN, before: dialog('New pause') },
	{
		name: 'pause-review',
		path: '/console/pauses',
		as: MEMBER,
		before: review('Pause agent crawler?', async (page) => {
			await dialog('New pause')(page)
			await page.getByLabel('Agent', { exact: true }).fill('crawler')
			await page.getByLabel('Reason').fill('It fetches the same page again and again.')
			await page.getByRole('button', { name: 'Preview' }).click()
		}),
	},
	{
		name: 'pause-lift',
		path: '/console/pauses',
		as: MEMBER,
		before: dialog('Lift the pause of agent inbox-sorter'),
	},
]
