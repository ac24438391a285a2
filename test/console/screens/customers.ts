import { ADMIN } from '../instance.ts'
import { dialog, firstRow, type Screen } from '../screen.ts'

export const customers: Screen[] = [
	{ name: 'users', path: '/console/users', as: ADMIN },
	{ name: 'users-none', path: '/console/users?q=nobody-has-this-name', as: ADMIN },
	{ name: 'user', path: '/console/users?q=lovelace', as: ADMIN, before: firstRow },
	{
		name: 'user-suspend',
		path: '/console/users?q=lovelace',
		as: ADMIN,
		before: async (page) => {
			await firstRow(page)
			await dialog(/^Suspend$/)(page)
		},
	},
]
