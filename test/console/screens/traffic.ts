import { MEMBER } from '../instance.ts'
import { dialog, type Screen } from '../screen.ts'

export const traffic: Screen[] = [
	{ name: 'ip-rules', path: '/console/ip-rules?ip=203.0.113.7', as: MEMBER },
	{ name: 'ip-rule-new', path: '/console/ip-rules', as: MEMBER, before: dialog('New rule') },
	{
		name: 'ip-rule-review',
		path: '/console/ip-rules',
		as: MEMBER,
		before: async (page) => {
			await dialog('New rule')(page)
			await page.getByLabel('Network').fill('192.0.2.0/24')
			await page.getByRole('button', { name: 'Preview' }).click()
			await page.getByRole('dialog', { name: 'Block 192.0.2.0/24?' }).waitFor()
		},
	},
	{
		name: 'ip-rule-delete',
		path: '/console/ip-rules',
		as: MEMBER,
		before: dialog('Delete the rule for 203.0.113.0/24'),
	},
]
