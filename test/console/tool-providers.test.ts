import { expect } from 'vitest'
import { switchTo } from './side.ts'
import { call, nightly, register, registerMember, test, unique } from './test.ts'

interface Groups {
	groups: { providers: { provider_name: string; is_active: boolean; key_prefix?: string; base_url?: string }[] }[]
}

type Person = Awaited<ReturnType<typeof register>>

/** What a person's org stores for a provider. */
async function stored(person: Person, name: string) {
	const { groups } = await call<Groups>('GET', '/v1/tool-providers?scope=org', undefined, person)
	return groups.flatMap(({ providers }) => providers).find(({ provider_name }) => provider_name === name)
}

test('an owner stores a credential, activates the provider, and the org uses it', async ({ open }) => {
	const person = await register('tools')
	const page = await open('/console/tool-providers', { as: person })
	const group = page.getByRole('region', { name: 'Web search', exact: true })
	const row = group.getByRole('row', { name: /selfhosted/ })
	const choose = async (item: string) => {
		await row.getByRole('button', { name: 'Actions for selfhosted (web search)' }).click()
		await page.getByRole('menuitem', { name: item }).click()
	}
	await choose('Set credentials')
	const form = page.getByRole('dialog')
	await form.getByLabel('API key').fill('tool-key-0123456789')
	await form.getByRole('button', { name: 'Save' }).click()
	await form.locator('[name="base_url"][aria-invalid="true"]').waitFor()
	await form.getByLabel('Base URL').fill('http://10.0.0.1')
	await form.getByRole('button', { name: 'Save' }).click()
	await form.getByText('Must not be a private').waitFor()
	await form.getByLabel('Base URL').fill('https://search.example.com')
	await form.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Saved the credentials for selfhosted (web search).').waitFor()
	expect(await page.getByRole('link', { name: 'Platform' }).count()).toBe(0)

	await row.getByRole('button', { name: 'Activate' }).click()
	const question = page.getByRole('dialog', { name: 'Activate selfhosted (web search)?' })
	await question.getByRole('region', { name: 'What will change' }).waitFor()
	await question.getByRole('button', { name: 'Activate' }).click()
	await group.getByText('Runs of this org use selfhosted of this org.').waitFor()
	expect(await stored(person, 'web_search.selfhosted')).toMatchObject({
		is_active: true,
		base_url: 'https://search.example.com',
		key_prefix: 'tool****6789',
	})

	await choose('Delete key')
	await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click()
	await page.getByText('Deleted the key of selfhosted (web search).').waitFor()
	await row.getByRole('button', { name: 'Deactivate' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
	await group.getByText(/Runs of this org use \w+ of the platform/).waitFor()
	const after = await stored(person, 'web_search.selfhosted')
	expect(after).toMatchObject({ is_active: false })
	expect(after).not.toHaveProperty('key_prefix')
})

nightly('an active provider without its key is skipped, and the page says why', async ({ open }) => {
	const person = await register('tools')
	await call('PUT', '/v1/tool-providers/web_fetch/web_fetch.keyed/activate?scope=org', undefined, person)
	const page = await open('/console/tool-providers', { as: person })
	const group = page.getByRole('region', { name: 'Web fetch', exact: true })
	await group.getByText('keyed of this org is skipped: no API key.').waitFor()
	await group
		.getByRole('row', { name: /keyed \(web fetch\)/ })
		.getByText('needs API key')
		.waitFor()
})

nightly('a platform admin sees both layers; a member sees what the org gets', async ({ open }) => {
	const page = await open('/console/tool-providers')
	await page
		.getByRole('row', { name: /keyed \(web search\)/ })
		.getByText('active', { exact: true })
		.waitFor()
	await page.getByText('Orgs without an active provider of their own use keyed of the platform.').waitFor()
	await switchTo(page, "root's org")
	await page.waitForURL(/\?of=org$/)
	await page
		.getByRole('row', { name: /keyed \(web search\)/ })
		.getByText('needs API key')
		.waitFor()

	const owner = await register('tools')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const theirs = await open('/console/tool-providers', { as: await registerMember(org_id), inOrg: org_id })
	await theirs.getByText('Runs of this org use keyed of the platform.').waitFor()
	expect(await theirs.getByRole('table').count()).toBe(0)
})

nightly(
	'a configuration entry is created, changed after a preview, and deleted; a secret one is never shown',
	async ({ open }) => {
		const key = unique('console').replace('-', '.')
		const page = await open('/console/config-entries')
		const create = async (name: string, value: string) => {
			await page.getByRole('button', { name: 'New entry' }).click()
			await page.getByLabel('Key').fill(name)
			await page.getByLabel('Value').fill(value)
			await page.getByRole('dialog').getByRole('button', { name: 'Review' }).click()
		}
		const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
		await create('limit.concurrent_runs', '0')
		await page.getByText('To lift the limit, tick Unlimited.').waitFor()
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
		await create('Not A Key', 'x')
		await page.getByRole('dialog').locator('[aria-invalid="true"]').waitFor()
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
		await create(key, 'one')
		await confirm()
		await page.getByRole('heading', { name: key }).waitFor()
		await page.getByLabel('Value').fill('two')
		await page.getByRole('button', { name: 'Save' }).click()
		const question = page.getByRole('dialog', { name: `Change ${key}?` })
		await question.getByText('one → two').waitFor()
		await question.getByRole('button', { name: 'Save' }).click()
		await question.waitFor({ state: 'detached' })
		expect(await call('GET', `/v1/admin/config-entries/${key}`)).toMatchObject({ value: 'two' })

		await page.getByRole('link', { name: 'Config entries' }).first().click()
		await create(key, 'three')
		await page.getByText('This key already exists. Edit it instead.').waitFor()
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
		await create(`${key}.api_key`, 'entry-key-0123456789')
		await confirm()
		await page.getByRole('heading', { name: `${key}.api_key` }).waitFor()
		expect(await page.getByLabel('Value').inputValue()).toBe('')
		await page.getByText('hidden').waitFor()
		for (const one of [`${key}.api_key`, key]) {
			await page.goto(`/console/config-entries/${one}`)
			await page.getByRole('button', { name: 'Delete' }).click()
			await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
			await page.waitForURL(/\/console\/config-entries$/)
		}
		const left = await call<{ key: string }[]>('GET', '/v1/admin/config-entries?limit=200')
		expect(left.filter((entry) => entry.key.startsWith(key))).toEqual([])
	},
)

nightly('a default that no longer fits its key is marked, in the list of entries and on its page', async ({ open }) => {
	const key = 'limit.concurrent_runs'
	await call('PUT', `/v1/admin/config-entries/${key}`, { value: '5' })
	const page = await open('/console/')
	// Only an earlier version can have stored one.
	await page.route('**/v1/admin/config-entries**', async (route) => {
		const response = await route.fetch()
		const misfit = <Entry extends { key: string }>(entry: Entry) =>
			entry.key === key ? { ...entry, value: '5 runs', is_valid: false } : entry
		const body = (await response.json()) as { key: string } | { key: string }[]
		await route.fulfill({ response, json: Array.isArray(body) ? body.map(misfit) : misfit(body) })
	})
	await page.goto('/console/config-entries')
	await page.getByRole('row', { name: `${key} 5 runs ignored` }).waitFor()
	await page.goto(`/console/config-entries/${key}`)
	await page.getByText("This value has no effect, because it doesn't fit the key.").waitFor()
	await page.getByText('ignored', { exact: true }).waitFor()
	await call('DELETE', `/v1/admin/config-entries/${key}`)
})
