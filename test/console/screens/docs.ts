import type { Page } from 'playwright-core'
import { ADMIN } from '../instance.ts'
import type { Screen } from '../screen.ts'

/** Opens an operation's form. */
const tried = (id: string) => async (page: Page) => {
	const card = page.locator(`#${id}`)
	await card.getByRole('button', { name: 'Try it' }).click()
	await card.locator('form, [role="status"] a').first().waitFor()
}

export const docs: Screen[] = [
	{ name: 'docs', path: '/docs' },
	{ name: 'docs-search', path: '/docs?q=flag' },
	{ name: 'docs-chapter', path: '/docs/api/configuration-document' },
	{ name: 'docs-events', path: '/docs/api/events' },
	{ name: 'docs-errors', path: '/docs/errors' },
	{ name: 'docs-signed-out', path: '/docs/api/current-user', before: tried('get_me') },
	{ name: 'docs-first-run', path: '/docs/first-run' },
	{ name: 'docs-webhooks', path: '/docs/webhooks' },
	{ name: 'docs-changes', path: '/docs/changes' },
	{ name: 'docs-spending', path: '/docs/spending' },
	{ name: 'docs-models', path: '/docs/models' },
	{ name: 'docs-litellm', path: '/docs/litellm' },
	{ name: 'docs-runtime', path: '/docs/runtime' },
	{ name: 'docs-frameworks', path: '/docs/frameworks' },
	{ name: 'docs-operate', path: '/docs/operate' },
	{ name: 'docs-sign-in', path: '/docs/sign-in' },
	{ name: 'docs-path', path: '/docs/paths/agents', as: ADMIN },
	{ name: 'docs-purpose', path: '/docs/for/stop-agents' },
	{ name: 'docs-concept', path: '/docs/concepts/errors' },
	{ name: 'docs-units', path: '/docs/concepts/units' },
	{ name: 'docs-changelog', path: '/docs/changelog' },
	{
		name: 'docs-answer',
		path: '/docs/api/feature-flags',
		as: ADMIN,
		before: async (page) => {
			await tried('post_feature_flags')(page)
			await page.getByLabel('Body').fill('{ "key": "research.wide_mode", "default_value": false }')
			await page.getByRole('button', { name: 'Send dry run' }).click()
			await page.getByRole('heading', { name: /^Response:/ }).waitFor()
		},
	},
	{
		name: 'docs-list',
		path: '/docs/api/users',
		as: ADMIN,
		before: async (page) => {
			await tried('get_admin_users')(page)
			await page.getByRole('button', { name: 'Send', exact: true }).click()
			await page.getByRole('heading', { name: /^Response:/ }).waitFor()
		},
	},
]
