import type { Page } from 'playwright-core'
import { ADMIN, MEMBER } from '../instance.ts'
import { dialog, form, rowDialog, type Screen, steps } from '../screen.ts'

/** Plans a document that creates, changes and deletes. */
async function plan(page: Page) {
	const text = page.getByRole('textbox', { name: 'Document' })
	const document = JSON.parse(await text.inputValue()) as { feature_flags: Record<string, { default_value: boolean }> }
	const [first, second] = Object.keys(document.feature_flags)
	const flags: typeof document.feature_flags = { ...document.feature_flags, 'a.new.flag': { default_value: true } }
	if (first) delete flags[first]
	if (second) flags[second] = { ...flags[second], default_value: !flags[second]?.default_value }
	await page.getByRole('radio', { name: 'Delete' }).check()
	await text.fill(JSON.stringify({ version: 1, feature_flags: flags }, null, 2))
	await page.getByRole('button', { name: 'Plan changes' }).click()
	await page.getByRole('button', { name: 'Apply' }).waitFor()
}

/** Opens the page of a connection with a proved domain, and one whose record wasn't found. */
async function connection(page: Page) {
	const at = '2026-09-25T08:00:00.000Z'
	const domain = (name: string, proved_at: string | null) => ({
		domain: name,
		record: `_plinth.${name}`,
		value: 'plinth-domain=R9I6F3aRssc45P7S7B9qCtUfusVDU2-s-pmdvzqzzf4',
		proved_at,
		checked_at: at,
	})
	const json = {
		id: 'oic_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
		org_id: null,
		name: 'Northwind Okta',
		issuer: 'https://northwind.okta.com',
		client_id: '0oa1b2c3d4',
		scopes: ['openid', 'email', 'groups'],
		domains: [domain('northwind.example.com', at), domain('northwind.example.org', null)],
		role_claim: 'groups',
		role_map: { 'platform-admins': 'admin', support: 'support' },
		default_role: null,
		session_max_age: 43_200,
		is_active: true,
		is_required: false,
		redirect_uri: 'https://plinth.example.com/v1/auth/oidc/oic_01JD6Z5W3T9V7K2M4N8P0Q1R2S/callback',
		decided_by: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
		waits_since: null,
		scim_token_created_at: at,
		scim_token_ends_at: null,
		last_failure: 'token: OAUTH_INVALID_RESPONSE',
		last_failed_at: at,
		created_at: at,
		updated_at: at,
	}
	await page.route('**/v1/admin/oidc-connections/*', (route) =>
		route.request().method() === 'GET' ? route.fulfill({ json }) : route.continue(),
	)
	await page.goto(`/console/oidc-connections/${json.id}`)
	await page.getByRole('heading', { name: json.name, level: 1 }).waitFor()
	await page.getByText('_plinth.northwind.example.org').waitFor()
}

export const settings: Screen[] = [
	{ name: 'audit-logs-none', path: '/console/audit-logs?action=nothing.happened', as: ADMIN },
	{ name: 'audit-log', path: '/console/audit-logs?action=plans.create', as: ADMIN, before: rowDialog },
	{ name: 'audit-logs-filter', path: '/console/audit-logs', as: ADMIN, before: dialog('More filters') },
	{ name: 'operators-add', path: '/console/operators', as: ADMIN, before: dialog('Add operator') },
	{ name: 'operators-policy', path: '/console/operators', as: ADMIN, before: dialog(/^Second factor/) },
	{ name: 'oidc-connection-new', path: '/console/oidc-connections', as: ADMIN, before: dialog('New connection') },
	{ name: 'oidc-connection', path: '/console/oidc-connections', as: ADMIN, isMadeUp: true, before: connection },
	{
		name: 'oidc-connection-edit',
		path: '/console/oidc-connections',
		as: ADMIN,
		isMadeUp: true,
		before: steps(connection, form),
	},
	{
		name: 'oidc-connection-require',
		path: '/console/oidc-connections',
		as: ADMIN,
		isMadeUp: true,
		before: steps(connection, dialog('Require it')),
	},
	{
		name: 'oidc-connection-token',
		path: '/console/oidc-connections',
		as: ADMIN,
		isMadeUp: true,
		before: async (page) => {
			const json = { base_url: 'https://plinth.example.com/scim/v2', token: `scim_${'x'.repeat(48)}` }
			await page.route('**/scim-token', (route) => route.fulfill({ status: 201, json }))
			await connection(page)
			await dialog('Replace SCIM token')(page)
		},
	},
	{ name: 'configuration-change', path: '/console/configuration?tab=change', as: ADMIN, before: plan },
	{
		name: 'configuration-apply',
		path: '/console/configuration?tab=change',
		as: ADMIN,
		before: steps(plan, dialog('Apply')),
	},
	{ name: 'configuration-revisions', path: '/console/configuration?tab=revisions', as: ADMIN },
	{ name: 'api-keys', path: '/console/api-keys', as: ADMIN },
	{ name: 'api-key-new', path: '/console/api-keys', as: ADMIN, before: dialog('New key') },
	{ name: 'api-key-rotate', path: '/console/api-keys', as: MEMBER, before: dialog(/^Rotate /) },
	{ name: 'api-key-mode', path: '/console/api-keys', as: MEMBER, before: dialog(/^Change the mode/) },
	{
		name: 'service-account-new',
		path: '/console/service-accounts',
		as: MEMBER,
		before: dialog('New service account'),
	},
	{
		name: 'service-account-encryption-key',
		path: '/console/service-accounts',
		as: MEMBER,
		before: async (page) => {
			await page.locator('[data-row-link]').first().click()
			await dialog('Add key')(page)
		},
	},
	{
		name: 'trace',
		path: '/console/audit-logs?action=subscriptions.create',
		as: ADMIN,
		before: async (page) => {
			await page.locator('[data-row-link]').first().click()
			await page.getByRole('link', { name: 'View the full request' }).click()
			await page.locator('h1').waitFor()
		},
	},
]
