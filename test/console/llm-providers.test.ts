import { expect } from 'vitest'
import { call, nightly, register, registerMember, test, unique } from './test.ts'
import { vendor, withServer } from './upstreams.ts'

interface Provider {
	id: string
	name: string
	key_prefix: string
	base_url: string | null
	models: { id: string; model: string; is_default: boolean; priority: number; when: object; tags: string[] }[]
}

const KEY = 'sk-console-0123456789'

/** A new owner of an org with a provider. */
async function owner(fields: object = {}) {
	const person = await register('vendor')
	const provider = await call<Provider>(
		'POST',
		'/v1/llm-providers',
		{ name: unique('main'), provider: 'vendor_a', api_key: KEY, ...fields },
		person,
	)
	const read = () => call<Provider>('GET', `/v1/llm-providers/${provider.id}`, undefined, person)
	const add = (model: object) => call('POST', `/v1/llm-providers/${provider.id}/models`, model, person)
	return { person, provider, read, add }
}

test('an owner adds a provider and one of the models its vendor offers', async ({ open }) => {
	const person = await register('vendor')
	const name = unique('main')
	await withServer(vendor(KEY, ['small-1', 'large-1']), async (address) => {
		const page = await open('/console/llm-providers', { as: person })
		await page.getByRole('button', { name: 'New provider' }).first().click()
		const form = page.getByRole('dialog')
		await form.getByLabel('Name').fill('with^caret')
		await form.getByLabel('API key').fill('sk-wrong-0123456789')
		await form.getByLabel('Base URL').fill(address)
		await form.getByLabel('Extra parameters').fill('[1]')
		await form.getByRole('button', { name: 'Create' }).click()
		await form.getByText('Must be a JSON object').waitFor()
		await form.getByLabel('Extra parameters').fill('{"temperature": 0.2}')
		await form.getByRole('button', { name: 'Create' }).click()
		await form.getByText('Must not contain ^').waitFor()
		await form.getByLabel('Name').fill(name)
		await form.getByRole('button', { name: 'Create' }).click()
		await page.getByRole('heading', { name }).waitFor()

		await page.getByRole('button', { name: 'Browse models' }).click()
		await page.getByText('The vendor rejected the stored key.').waitFor()
		await page.keyboard.press('Escape')
		await page.getByRole('button', { name: 'Edit', exact: true }).click()
		await page.getByLabel('API key').fill(KEY)
		await page.getByRole('button', { name: 'Save' }).click()
		await page.getByText(`Saved ${name}.`).waitFor()
		await expect.poll(() => page.getByLabel('API key').count()).toBe(0)

		await page.getByRole('button', { name: 'Browse models' }).click()
		await page.getByLabel('Search by name').fill('LARGE')
		await page.getByRole('button', { name: 'Add large-1' }).click()
		const model = page.getByRole('dialog', { name: 'New model' })
		await model.getByLabel('USD per million input tokens').fill('0.25')
		await model.getByRole('button', { name: 'Add line' }).click()
		await model.getByLabel('Field').fill('tokens')
		await model.getByLabel('Test').selectOption('is at least')
		await model.getByLabel('Value').fill('true')
		await model.getByRole('button', { name: 'Create' }).click()
		await model.getByText('Must be a number or a string').waitFor()
		await model.getByLabel('Value').fill('1000')
		await model.getByRole('button', { name: 'Create' }).click()
		await page.getByRole('row', { name: /large-1.*default.*tokens is at least 1000/ }).waitFor()
	})
	const [provider] = await call<Provider[]>('GET', '/v1/llm-providers', undefined, person)
	expect(provider).toMatchObject({ name, advanced_json: { temperature: 0.2 } })
	expect(provider?.models).toMatchObject([
		{ model: 'large-1', is_default: true, cost_per_1k_input: 0.00025, when: { tokens: { gte: 1000 } } },
	])
})

nightly('a stored key only goes to another address after you confirm', async ({ open }) => {
	const { person, provider, read } = await owner()
	const page = await open(`/console/llm-providers/${provider.id}`, { as: person })
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Base URL').fill('https://other.example.com/v1')
	await page.getByRole('button', { name: 'Save' }).click()
	const question = page.getByRole('dialog', { name: 'Send the stored key to a new address?' })
	await question.getByText('https://other.example.com/v1').first().waitFor()
	expect((await read()).base_url).toBe(null)
	await question.getByRole('button', { name: 'Change address' }).click()
	await page.getByText(`Saved ${provider.name}.`).waitFor()
	expect((await read()).base_url).toBe('https://other.example.com/v1')
})

nightly('a model is edited at the same time as somebody else, made the default and deleted', async ({ open }) => {
	const { person, provider, read, add } = await owner()
	await add({ model: 'one', is_default: true, when: { kind: 'search' } })
	await add({ model: 'two', tags: ['slow'] })
	const page = await open(`/console/llm-providers/${provider.id}`, { as: person })
	const choose = async (model: string, item: string) => {
		await page.getByRole('button', { name: `Actions for ${model}` }).click()
		await page.getByRole('menuitem', { name: item }).click()
	}
	await choose('two', 'Edit')
	const form = page.getByRole('dialog', { name: 'Edit two' })
	await form.getByLabel('Priority').fill('7')
	const two = (await read()).models.find(({ model }) => model === 'two')
	await call('PATCH', `/v1/llm-providers/${provider.id}/models/${two?.id}`, { tags: ['fast'] }, person)
	await form.getByRole('button', { name: 'Save' }).click()
	await form.getByText('Someone else changed this while you were editing').waitFor()
	expect(await form.getByLabel('Priority').inputValue()).toBe('7')
	await form.getByRole('rowheader', { name: 'Priority' }).waitFor()
	expect(await form.getByRole('rowheader').count()).toBe(1)
	await form.getByLabel('Tags').fill('fast')
	await form.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Saved two.').waitFor()
	expect((await read()).models.find(({ model }) => model === 'two')).toMatchObject({ priority: 7, tags: ['fast'] })

	await choose('two', 'Make default')
	await page.getByRole('dialog').getByRole('button', { name: 'Make default' }).click()
	await page.getByRole('row', { name: /two.*default/ }).waitFor()
	await choose('one', 'Delete')
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await page.getByText('Deleted one.').waitFor()
	expect((await read()).models.map(({ model, is_default }) => [model, is_default])).toEqual([['two', true]])
})

nightly('deleting a provider needs its typed name', async ({ open }) => {
	const { person, provider } = await owner()
	const page = await open(`/console/llm-providers/${provider.id}`, { as: person })
	await page.getByRole('button', { name: 'Actions', exact: true }).click()
	await page.getByRole('menuitem', { name: 'Delete provider' }).click()
	const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete provider' })
	expect(await remove.isDisabled()).toBe(true)
	await page.getByLabel(`Type ${provider.name} to confirm`).fill(provider.name)
	await remove.click()
	await page.waitForURL(/\/console\/llm-providers$/)
	await page.getByText('No LLM providers yet').waitFor()
	expect(await call('GET', '/v1/llm-providers', undefined, person)).toEqual([])
})

nightly('a condition is edited line by line, and one that nobody touches stays as it was written', async ({ open }) => {
	const { person, provider, add, read } = await owner()
	const written = { 'task.kind': { eq: 'search' }, tier: { in: ['gold', '1'], ne: null }, beta: { exists: false } }
	await add({ model: 'picky', when: written })
	const page = await open(`/console/llm-providers/${provider.id}`, { as: person })
	await page.getByText('beta is missing, task.kind is search, tier is one of gold, "1", tier is not null').waitFor()
	const edit = async (change: () => Promise<void>) => {
		await page.getByRole('button', { name: 'Actions for picky' }).click()
		await page.getByRole('menuitem', { name: 'Edit' }).click()
		await change()
		await page.getByRole('button', { name: 'Save' }).click()
		await page.getByText('Saved picky.').last().waitFor()
		await page.getByRole('dialog').waitFor({ state: 'detached' })
	}
	await edit(() => page.getByLabel('Priority').fill('3'))
	expect((await read()).models).toMatchObject([{ priority: 3, when: written }])
	await edit(async () => {
		await page.getByRole('button', { name: 'Remove the line beta' }).click()
		await page.getByLabel('Value').first().fill('write')
	})
	const [{ when } = { when: {} }] = (await read()).models
	expect(when).toEqual({ 'task.kind': 'write', tier: { in: ['gold', '1'], ne: null } })
})

nightly('before anything was asked, the routing test finds no fault', async ({ open }) => {
	// It hides the platform's provider of this name.
	const { person, add } = await owner({ name: 'plinth' })
	const page = await open('/console/llm-providers/resolve', { as: person })
	await page.getByText('This org has no models yet').waitFor()
	await add({ model: 'searcher', when: { 'task.kind': 'search' } })
	const list = Promise.withResolvers<void>()
	await page.route('**/v1/llm-providers/effective?*', async (route) => {
		await list.promise
		await route.continue()
	})
	await page.reload()
	await page.getByText('Nothing was asked yet').waitFor()
	expect(await page.getByText('No matching model').count()).toBe(0)
	await page.getByRole('button', { name: 'Add line' }).click()
	const field = page.getByLabel('Field')
	expect(await field.inputValue()).toBe('')
	list.resolve()
	await page.getByRole('row', { name: /searcher/ }).waitFor()
	// The field that a condition asks for.
	expect(await field.inputValue()).toBe('task.kind')
	await page.getByLabel('Value').fill('talk')
	await page.getByRole('button', { name: 'Resolve' }).click()
	await page.getByText('the context matches none').waitFor()
})

test('the playground says which model a run gets, and why', async ({ open }) => {
	const { person, provider, add } = await owner()
	await add({ model: 'searcher', priority: 5, when: { 'task.kind': 'search' } })
	await add({ model: 'usual', is_default: true })
	const page = await open('/console/llm-providers/resolve', { as: person })
	const result = page.getByRole('region', { name: 'Result' })
	const row = (model: string) => page.getByRole('row', { name: new RegExp(model) })
	await result.getByText('No condition matches, so the first default is used.').waitFor()
	await row('usual').getByText('selected').waitFor()
	await row('searcher').getByText('no match').waitFor()

	await page.getByRole('button', { name: 'Add line' }).click()
	await page.getByLabel('Value').fill('search')
	await page.getByRole('button', { name: 'Resolve' }).click()
	await result.getByText('This is the first model whose condition matches.').waitFor()
	await row('usual').getByText('not reached').waitFor()

	await page.getByLabel('Selector').fill('nonsense')
	await page.getByRole('button', { name: 'Resolve' }).click()
	await page.getByText('Must be <provider name>^<model>').first().waitFor()
	await page.getByLabel('Selector').fill(`${provider.name}^missing`)
	await page.getByRole('button', { name: 'Resolve' }).click()
	await page.getByText('No matching model').waitFor()
	await page.getByLabel('Selector').fill(`${provider.name}^searcher`)
	await page.getByRole('button', { name: 'Resolve' }).click()
	await result.getByText('The selector names this model').waitFor()
	await page.reload()
	await result.getByText('The selector names this model').waitFor()
})

nightly('a platform admin resolves for another org, and a member only reads', async ({ open }) => {
	const { person, provider, add } = await owner()
	await add({ model: 'only', is_default: true })
	const me = await call<{ org_id: string; orgs: { name: string }[] }>('GET', '/v1/me', undefined, person)
	const org = me.orgs[0]?.name ?? ''
	const page = await open(`/console/llm-providers/resolve?of=org&selector=${provider.name}%5Eonly`)
	await page.getByText('No matching model').waitFor()
	await page.getByRole('combobox', { name: 'Org' }).fill(org)
	await page.getByRole('option', { name: org }).first().click()
	await page.getByRole('button', { name: 'Switch' }).click()
	await page.getByText('The selector names this model').waitFor()

	const member = await registerMember(me.org_id)
	const theirs = await open(`/console/llm-providers/${provider.id}`, { as: member, inOrg: me.org_id })
	await theirs.getByRole('row', { name: /only/ }).waitFor()
	expect(await theirs.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
	expect(await theirs.getByRole('button', { name: /^Actions/ }).count()).toBe(0)
	expect(await theirs.getByRole('button', { name: 'Add model' }).count()).toBe(0)
})

nightly('the search finds a provider of another org, and acts there', async ({ open }) => {
	const { provider } = await owner()
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill(provider.name)
	await page.getByRole('option', { name: provider.name }).waitFor()
	await page.keyboard.press('Enter')
	await page.getByRole('button', { name: /^Switch to/ }).click()
	await page.getByRole('heading', { name: provider.name }).waitFor()
	await page.getByRole('button', { name: 'Add model' }).waitFor()
})
