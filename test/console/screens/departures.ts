import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, type Screen, sectionOfFirst } from '../screen.ts'

export const departures: Screen[] = [
	{ name: 'your-data', path: '/console/your-org/data', as: MEMBER },
	{ name: 'your-data-delete', path: '/console/your-org/data', as: MEMBER, before: dialog('Delete org') },
	{
		name: 'org-data',
		path: '/console/orgs?q=northwind%20research',
		as: ADMIN,
		before: async (page) => {
			await sectionOfFirst('Org sections', 'Data')(page)
			await page.getByRole('button', { name: 'Show files' }).click()
			await page.getByRole('table', { name: 'Files' }).waitFor()
		},
	},
	{ name: 'orgs-deleted', path: '/console/orgs/deleted', as: ADMIN },
	{ name: 'orgs-restore', path: '/console/orgs/deleted', as: ADMIN, before: dialog(/^Restore/) },
]
