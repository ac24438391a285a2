import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, firstForm, firstRow, type Screen } from '../screen.ts'

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
	{
		name: 'llm-providers-new',
		path: '/console/llm-providers',
		as: MEMBER,
		before: dialog('New provider'),
	},
	provider('llm-provider'),
	{ name: 'llm-provider-edit', path: '/console/llm-providers', as: MEMBER, before: firstForm },
	provider('llm-provider-model-new', dialog('Add model')),
	provider('llm-provider-offered', dialog('Browse models')),
	provider('llm-provider-delete', async (page) => {
		await page.getByRole('button', { name: 'Actions', exact: true }).click()
		await page.getByRole('menuitem', { name: 'Delete provider' }).click()
		await page.getByRole('dialog').waitFor()
	}),
	{
		name: 'tool-providers-activate',
		path: '/console/tool-providers',
		as: ADMIN,
		before: dialog(/^Activate$/),
	},
	{
		name: 'tool-providers-credential',
		path: '/console/tool-providers',
		as: MEMBER,
		before: async (page) => {
			await page.getByRole('button', { name: 'Actions for keyed (web search)' }).click()
			await page.getByRole('menuitem', { name: 'Set credentials' }).click()
			await page.getByRole('dialog').waitFor()
		},
	},
	{ name: 'mcp-configs-new', path: '/console/mcp-configs', as: MEMBER, before: dialog('New MCP server') },
	{ name: 'mcp-config', path: '/console/mcp-configs', as: MEMBER, before: firstRow },
	{
		name: 'mcp-config-tested',
		path: '/console/mcp-configs',
		as: MEMBER,
		before: async (page) => {
			await firstRow(page)
			await page.getByRole('button', { name: 'Test' }).click()
			await page.getByRole('button', { name: 'Test again' }).waitFor()
		},
	},
	{ name: 'config-entries-new', path: '/console/config-entries', as: ADMIN, before: dialog('New entry') },
	{ name: 'playground-admin', path: '/console/llm-providers/resolve?selector=nobody%5Enothing', as: ADMIN },
]
