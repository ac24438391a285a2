import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, firstRow, type Screen } from '../screen.ts'

export const billing: Screen[] = [
	{ name: 'credits', path: '/console/credits', as: ADMIN },
	{ name: 'credits-search', path: '/console/credits?q=north', as: ADMIN },
	{ name: 'credits-none', path: '/console/credits?q=no-org-has-this-name', as: ADMIN },
	{ name: 'credits-verify', path: '/console/credits', as: ADMIN, before: dialog('Add up all ledgers') },
	{ name: 'credits-of-org', path: '/console/credits?order=highest', as: ADMIN, before: firstRow },
	{
		name: 'credits-adjust',
		path: '/console/credits?order=highest',
		as: ADMIN,
		before: async (page) => {
			await firstRow(page)
			await page.getByLabel('Credits', { exact: true }).fill('-250')
			await dialog('Adjust…')(page)
		},
	},
	{
		name: 'credits-every-balance',
		path: '/console/credits/every-balance',
		as: ADMIN,
		before: async (page) => {
			await page.getByLabel('Credits', { exact: true }).fill('-500')
			await page.getByRole('button', { name: 'Preview' }).first().click()
			await page.getByRole('region', { name: 'Sum afterwards' }).waitFor()
		},
	},
	{
		name: 'credits-reset',
		path: '/console/credits/every-balance',
		as: ADMIN,
		before: async (page) => {
			await page.getByRole('button', { name: 'Preview' }).last().click()
			await dialog(/^Reset \d+ balances/)(page)
		},
	},
	{ name: 'credits-own', path: '/console/credits', as: MEMBER },
	{ name: 'credits-own-none', path: '/console/credits?type=admin_reset', as: MEMBER },
	{ name: 'credits-redeem', path: '/console/credits', as: MEMBER, before: dialog('Redeem a code') },
]
