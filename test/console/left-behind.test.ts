import { expect } from 'vitest'
import { call, nightly, register, test, unique } from './test.ts'

/** An org with two owners, of whom one has made a connection with a SCIM token, and a key. */
async function orgOfTwo() {
	const [leaver, owner] = [await register('leaver'), await register('stays')]
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, leaver)
	await call('PUT', `/v1/admin/orgs/${org_id}/members/${owner.user_id}`, { role: 'owner' })
	const connection = await call<{ id: string }>(
		'POST',
		`/v1/orgs/${org_id}/oidc-connections`,
		{
			name: unique('Acme'),
			issuer: 'https://idp.example.com',
			client_id: 'plinth',
			client_secret: 'secret',
			domains: [],
			default_role: 'member',
		},
		leaver,
	)
	await call('POST', `/v1/orgs/${org_id}/oidc-connections/${connection.id}/scim-token`, undefined, leaver)
	const accounts = `/v1/orgs/${org_id}/service-accounts`
	const account = await call<{ id: string }>('POST', accounts, { name: unique('Runtime'), scopes: [] }, leaver)
	await call('POST', `${accounts}/${account.id}/keys`, { name: 'Frankfurt' }, leaver)
	await call('PATCH', `${accounts}/${account.id}`, { scopes: ['org.settings'] }, owner)
	return { leaver, owner, org_id, remove: `/v1/orgs/${org_id}/members/${leaver.user_id}` }
}

test('an owner finds what a colleague left, on a phone and by the keyboard alone, and deals with the key', async ({
	open,
}) => {
	const { leaver, owner, org_id, remove } = await orgOfTwo()
	await call('DELETE', remove, undefined, owner)
	const page = await open('/console/your-org?tab=members', { as: owner, inOrg: org_id, width: 390, height: 844 })
	const list = page.getByRole('table', { name: 'Left behind' })
	await list.getByRole('row', { name: /Acme.*OpenID connection.*Confirm or delete it/ }).waitFor()
	await list.getByRole('row', { name: /Acme.*SCIM token.*Make a new token/ }).waitFor()
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
	await list.getByRole('link').first().focus()
	await page.keyboard.press('End')
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: /^Runtime/ }).waitFor()
	const keys = page.getByRole('table', { name: 'Keys' })
	await keys.getByRole('row', { name: /Frankfurt.*maker left.*fewer permissions/ }).waitFor()
	await page.getByText('Rotate or revoke these keys.').waitFor()
	await keys.getByRole('button', { name: 'Revoke Frankfurt' }).click()
	const asked = page.getByRole('dialog')
	await asked.getByRole('textbox', { name: 'Type Frankfurt to confirm' }).fill('Frankfurt')
	await asked.getByRole('button', { name: 'Revoke' }).click()
	await page.getByText('No keys yet').waitFor()
	const { items } = await call<{ items: object[] }>('GET', `/v1/admin/users/${leaver.user_id}/left-behind`)
	expect(items).toMatchObject([{ kind: 'oidc_connection' }, { kind: 'scim_token' }])
})

nightly(
	'an operator finds it at the person and at the org, and the list of connections marks them',
	async ({ open }) => {
		const { leaver, owner, org_id, remove } = await orgOfTwo()
		await call('DELETE', remove, undefined, owner)
		const page = await open(`/console/users/${leaver.user_id}?tab=access`)
		await page
			.getByRole('table', { name: 'Left behind' })
			.getByRole('link', { name: /Key of a service account/ })
			.waitFor()
		await page.goto(`/console/orgs/${org_id}?tab=members`)
		await page
			.getByRole('table', { name: 'Left behind' })
			.getByRole('link', { name: /OpenID connection/ })
			.click()
		await page.getByRole('heading', { name: /^Acme/ }).waitFor()
		await page.getByRole('region', { name: 'Waiting for confirmation' }).waitFor()
		await page.goto(`/console/orgs/${org_id}?tab=sign_in`)
		await page.getByRole('row', { name: /Acme.*to confirm.*token to replace/ }).waitFor()
	},
)
