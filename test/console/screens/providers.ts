import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, firstRow, type Screen } from '../screen.ts'

const provider = (name: string, before: NonNullable<Screen['before']> = async () => undefined): Screen => ({
	name,
	path: '/console/llm-providers',
	as: MEMBER,
	before: async (page) => {
		await firstRow(page)
		await before(page)
	},
})

export const providers: Screen[] = [
	{ name: 'llm-providers', path: '/console/llm-providers', as: MEMBER },
	{ name: 'llm-providers-none', path: '/console/llm-providers', as: ADMIN },
	{ name: 'llm-providers-new', path: '/console/llm-providers', as: MEMBER, before: dialog('New provider') },
	provider('llm-provider'),
	provider('llm-provider-model-new', dialog('Add a model')),
	provider('llm-provider-offered', dialog('What the vendor offers')),
	provider('llm-provider-delete', async (page) => {
		await page.getByRole('button', { name: 'Actions', exact: true }).click()
		await page.getByRole('menuitem', { name: 'Delete the provider' }).click()
		await page.getByRole('dialog').waitFor()
	}),
	{ name: 'playground', path: '/console/llm-providers/resolve', as: MEMBER },
	{ name: 'playground-admin', path: '/console/llm-providers/resolve?selector=nobody%5Enothing', as: ADMIN },
]
