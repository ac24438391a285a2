import type { Page } from 'playwright-core'
import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, firstRow, form, preview, type Screen, steps } from '../screen.ts'

const openBudget = (name: RegExp) => async (page: Page) => {
	await page.getByRole('link', { name }).click()
	await page
		.getByRole('table', { name: 'Current usage' })
		.or(page.getByText('No live runs'))
		.or(page.getByText('No usage yet'))
		.first()
		.waitFor()
}

/** A bill of a model that nobody has. */
const BILL = 'date,model,cost_usd\n2026-01-15,a-model-of-somebody-else,12.5\n'

export const billing: Screen[] = [
	{ name: 'compare', path: '/console/llm-providers?tab=compare', as: ADMIN },
	{
		name: 'compare-differences',
		path: '/console/llm-providers?tab=compare',
		as: ADMIN,
		before: async (page) => {
			const file = { name: 'bill.csv', mimeType: 'text/csv', buffer: Buffer.from(BILL) }
			await page.getByLabel('Bill as a CSV file').setInputFiles(file)
			await page.getByRole('table', { name: 'Differences' }).waitFor()
		},
	},
	{ name: 'credits-search', path: '/console/credits?q=north', as: ADMIN },
	{ name: 'credits-none', path: '/console/credits?q=no-org-has-this-name', as: ADMIN },
	{ name: 'credits-verify', path: '/console/credits', as: ADMIN, before: dialog('Verify all ledgers') },
	{ name: 'credits-of-org', path: '/console/credits?order=highest', as: ADMIN, before: firstRow },
	{
		name: 'credits-adjust',
		path: '/console/credits?order=highest',
		as: ADMIN,
		before: async (page) => {
			await firstRow(page)
			await dialog('Adjust balance')(page)
			await page.getByRole('textbox', { name: 'Credits' }).fill('-250')
			await page.getByRole('button', { name: 'Adjust…' }).click()
			await page.getByRole('button', { name: 'Adjust by -250' }).waitFor()
		},
	},
	{
		name: 'credits-every-balance',
		path: '/console/credits/every-balance',
		as: ADMIN,
		before: async (page) => {
			await page.getByRole('textbox', { name: 'Credits' }).fill('-500')
			await page.getByRole('button', { name: 'Preview' }).first().click()
			await page.getByRole('region', { name: 'Total after' }).waitFor()
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
	{ name: 'credits-own-none', path: '/console/credits?type=admin_reset', as: MEMBER },
	{ name: 'credits-redeem', path: '/console/credits', as: MEMBER, before: dialog('Redeem code') },
	{ name: 'budget', path: '/console/budgets', as: MEMBER, before: openBudget(/^Pilot/) },
	{ name: 'budget-edit', path: '/console/budgets', as: MEMBER, before: steps(openBudget(/^Pilot/), form) },
	{ name: 'budget-of-models', path: '/console/budgets', as: MEMBER, before: openBudget(/^Each model/) },
	{ name: 'budget-of-platform', path: '/console/budgets', as: MEMBER, before: openBudget(/^Fair use/) },
	{
		name: 'budget-new',
		path: '/console/budgets/new',
		as: MEMBER,
		before: async (page) => {
			await page.getByLabel('Name').fill('Each user a day')
			await page.getByLabel('Limit').fill('40')
			await page.getByText(/^In the last 7 days/).waitFor()
		},
	},
	{ name: 'budget-new-platform', path: '/console/budgets/new', as: ADMIN },
	{ name: 'budget-new-agent', path: '/console/budgets/new?agent=analyst-agnt', as: MEMBER },
	{
		name: 'budget-delete',
		path: '/console/budgets',
		as: MEMBER,
		before: steps(openBudget(/^Each run/), dialog('Delete'), preview),
	},
	{ name: 'redemption-codes-none', path: '/console/redemption-codes?q=no-code-has-this', as: ADMIN },
	{ name: 'redemption-codes-new', path: '/console/redemption-codes', as: ADMIN, before: dialog('New codes') },
	{
		name: 'redemption-codes-made',
		path: '/console/redemption-codes',
		as: ADMIN,
		before: async (page) => {
			await dialog('New codes')(page)
			await page.getByRole('textbox', { name: 'Credits' }).fill('250')
			await page.getByRole('textbox', { name: 'Batch name' }).fill('winter-campaign')
			await page.getByRole('button', { name: 'Create', exact: true }).click()
			await page.getByRole('dialog', { name: '100 new codes' }).waitFor()
		},
	},
	{
		name: 'redemption-code',
		path: '/console/redemption-codes?q=partners',
		as: ADMIN,
		before: async (page) => {
			await page.locator('[data-row-link]').last().click()
			await page.getByRole('heading', { name: 'Redeemed by' }).waitFor()
		},
	},
	{
		name: 'redemption-code-deactivate',
		path: '/console/redemption-codes?q=launch',
		as: ADMIN,
		before: async (page) => {
			await page
				.getByRole('row', { name: /\bactive|used up/ })
				.first()
				.locator('[data-row-link]')
				.click()
			await dialog('Deactivate')(page)
			await page.getByRole('region', { name: 'What will change' }).waitFor()
		},
	},
	{ name: 'invite-codes-none', path: '/console/invite-codes?q=no-code-has-this', as: ADMIN },
	{
		name: 'invite-codes-replace',
		path: '/console/invite-codes',
		as: MEMBER,
		before: steps(dialog('Replace'), preview),
	},
	{ name: 'invite-code', path: '/console/invite-codes?q=ada.demo', as: ADMIN, before: firstRow },
	{
		name: 'referrals-of-one',
		path: '/console/referrals',
		as: ADMIN,
		before: async (page) => {
			await page
				.getByTitle(/^Show only users invited by/)
				.first()
				.click()
			await page.getByRole('link', { name: /^Remove filter/ }).waitFor()
		},
	},
	{
		name: 'referrals-tree',
		path: '/console/referrals',
		as: ADMIN,
		before: async (page) => {
			await page.getByRole('button', { name: 'Show a tree' }).click()
			await page.getByRole('combobox', { name: 'Show the referral tree of' }).fill('Ada Lovelace')
			await page.getByRole('option', { name: /ada.demo/ }).click()
			await page.getByRole('button', { name: 'Show', exact: true }).click()
			await page.getByRole('heading', { name: 'ada.demo' }).waitFor()
		},
	},
]
