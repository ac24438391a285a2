import type { Page } from 'playwright-core'
import { ADMIN } from '../instance.ts'
import { dialog, type Screen, steps } from '../screen.ts'

const openSent = async (page: Page) => {
	await page.getByRole('link', { name: 'Maintenance on Saturday' }).click()
	await page.getByRole('heading', { name: 'Progress' }).waitFor()
}

export const messages: Screen[] = [
	{ name: 'broadcasts-new', path: '/console/broadcasts/new', as: ADMIN },
	{
		name: 'broadcasts-send',
		path: '/console/broadcasts/new',
		as: ADMIN,
		before: async (page) => {
			await page.getByRole('textbox', { name: 'Title' }).fill('Maintenance on Sunday')
			await page.getByRole('textbox', { name: 'Text' }).fill('Runs pause from 06:00 to 06:30 UTC.')
			await dialog('Send…')(page)
		},
	},
	{ name: 'broadcast', path: '/console/broadcasts', as: ADMIN, before: openSent },
	{ name: 'broadcast-delete', path: '/console/broadcasts', as: ADMIN, before: steps(openSent, dialog('Delete')) },
	{
		name: 'email-save',
		path: '/console/email',
		as: ADMIN,
		before: async (page) => {
			await page.getByRole('textbox', { name: 'Sender' }).fill('Plinth <noreply@example.com>')
			await page.getByRole('textbox', { name: 'Server' }).fill('smtp.example.com')
			await dialog('Save…')(page)
			await page.getByRole('region', { name: 'What will change' }).waitFor()
		},
	},
]
