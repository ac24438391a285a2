import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startOidcServer } from '../support/oidc-servers.ts'
import { newContext } from './browser.ts'
import { call, instance, register, test } from './test.ts'

/** Fills the form for a new connection, with the keyboard where a label suffices. */
async function connect(page: Page, issuer: string) {
	await page.getByRole('button', { name: 'New connection' }).press('Enter')
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Provider').selectOption('Keycloak')
	await dialog.getByText('create a client of the type OpenID Connect').waitFor()
	await dialog.getByLabel('Name', { exact: true }).fill('Acme login')
	await dialog.getByLabel('Issuer').fill(issuer)
	await dialog.getByLabel('Client ID').fill('plinth')
	await dialog.getByLabel('Client secret').fill('a-client-secret')
	await dialog.getByLabel('Scopes').fill('openid email groups')
	await dialog.getByLabel('Domains').fill('acme.example.com')
	await dialog.getByRole('button', { name: 'Add value' }).click()
	await dialog.getByRole('textbox', { name: 'Value 1' }).fill('staff')
	await dialog.getByRole('combobox', { name: 'Role 1' }).selectOption('Admin')
	await dialog.getByRole('button', { name: 'Create' }).click()
	await dialog.getByText('/callback').waitFor()
	await dialog.getByRole('button', { name: 'Open the connection' }).click()
	await page.getByRole('heading', { name: 'Acme login', level: 1 }).waitFor()
}

const orgOf = async (owner: Awaited<ReturnType<typeof register>>) =>
	(await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)).org_id

test('an owner connects a provider, tests it, and somebody signs in with it', async ({ open, browser }) => {
	const provider = await startOidcServer()
	try {
		const owner = await register('owner')
		const org_id = await orgOf(owner)
		const page = await open('/console/your-org?tab=sign_in', { as: owner })
		await connect(page, `http://localhost:${provider.ports.oidc}`)
		await page.getByText('_plinth.acme.example.com').waitFor()
		await page.getByRole('button', { name: 'Test', exact: true }).click()
		await page.getByText('The provider answers').waitFor()
		await page.getByText(`http://localhost:${provider.ports.oidc}/auth`).waitFor()
		const [{ id }] = await call<[{ id: string }]>('GET', `/v1/orgs/${org_id}/oidc-connections`, undefined, owner)

		// The provider is another host, which `open` would hold against the page.
		const context = await newContext(browser, instance().address, {})
		const other = await context.newPage()
		await other.route('**/auth?**', (route) => {
			const url = new URL(route.request().url())
			if (url.port !== String(provider.ports.oidc) || url.searchParams.has('login_hint')) return route.continue()
			url.searchParams.set('login_hint', 'ada')
			return route.fulfill({ status: 303, headers: { Location: url.href } })
		})
		await other.goto(`${instance().address}/v1/auth/oidc/${id}/start?return_to=/console/`)
		await other.getByRole('heading', { name: 'Dashboard' }).waitFor()
		await context.close()
	} finally {
		provider.stop()
	}
})

test('a failed test says what to do, and a token for the directory is shown once', async ({ open }) => {
	const owner = await register('owner')
	const page = await open('/console/your-org?tab=sign_in', { as: owner })
	await connect(page, 'http://localhost:1')
	await page.getByRole('button', { name: 'Test', exact: true }).click()
	await page.getByText('can’t be reached').waitFor()
	// A stranger's sign-in that fails is noted with the connection. It doesn't stop an owner who is editing.
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme sign-in')
	const [{ id }] = await call<[{ id: string }]>(
		'GET',
		`/v1/orgs/${await orgOf(owner)}/oidc-connections`,
		undefined,
		owner,
	)
	await fetch(`${instance().address}/v1/auth/oidc/${id}/start?return_to=/console/`, { redirect: 'manual' })
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByRole('heading', { name: 'Acme sign-in', level: 1 }).waitFor()
	// There's no token to revoke yet.
	expect(await page.getByRole('button', { name: 'Revoke' }).count()).toBe(0)
	await page.getByRole('button', { name: 'Make SCIM token' }).click()
	const dialog = page.getByRole('dialog')
	// The token is there once the server has made it.
	await dialog.getByRole('button', { name: 'Done' }).waitFor()
	expect(await dialog.locator('code').allTextContents()).toEqual([
		expect.stringMatching(/\/scim\/v2$/),
		expect.stringMatching(/^scim_[\w-]{49}$/),
	])
	await dialog.getByRole('button', { name: 'Done' }).click()
	await page.getByRole('button', { name: 'Replace SCIM token' }).waitFor()
	await page.getByRole('button', { name: 'Revoke' }).click()
	await dialog.getByRole('button', { name: 'Revoke' }).click()
	await page.getByRole('button', { name: 'Make SCIM token' }).waitFor()
	await page.getByRole('button', { name: 'Require it' }).click()
	await dialog.getByText('You try it first').waitFor()
	await dialog.getByRole('button', { name: 'Require it' }).click()
	// The sentence has the name of the connection, and no ID.
	await page.getByText(/^Not confirmed yet: Members of .+ sign in through Acme sign-in only\./).waitFor()
	await page.getByText('Members sign in through this connection only').waitFor()
	await page.getByRole('button', { name: 'Make it optional' }).click()
	await dialog.getByRole('button', { name: 'Make it optional' }).click()
	await page.getByText('Optional. People may also').waitFor()
})
