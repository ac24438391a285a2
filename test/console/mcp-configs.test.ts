import { expect } from 'vitest'
import { startMcpServers } from '../support/mcp-servers.ts'
import { call, nightly, register, registerMember, test, unique } from './test.ts'
import { withServer } from './upstreams.ts'

interface Config {
	id: string
	name: string
	is_active: boolean
	has_auth: boolean
	url: string | null
}

/** A new owner of an org with an MCP server. */
async function owner(fields: object) {
	const person = await register('mcp')
	const body = { name: unique('server'), transport: 'streamable_http', ...fields }
	const config = await call<Config>('POST', '/v1/mcp-configs', body, person)
	const read = () => call<Config>('GET', `/v1/mcp-configs/${config.id}`, undefined, person)
	return { person, config, read }
}

test('an owner adds a server and sees how many tools it has', async ({ open }) => {
	const person = await register('mcp')
	const name = unique('everything')
	const { ports, stop } = await startMcpServers()
	try {
		const page = await open('/console/mcp-configs', { as: person })
		await page.getByRole('button', { name: 'New MCP server' }).first().click()
		const form = page.getByRole('dialog')
		await form.getByLabel('Name').fill(name)
		await form.getByRole('button', { name: 'Create' }).click()
		await form.locator('[aria-invalid="true"]').waitFor()
		await form.getByLabel('URL').fill(`http://127.0.0.1:${ports.streamable_http}/mcp`)
		await form.getByRole('button', { name: 'Create' }).click()
		await page.getByRole('heading', { name }).waitFor()
		const connection = page.getByRole('region', { name: 'Connection' })
		await connection.getByText('Not tested yet').waitFor()
		await connection.getByRole('button', { name: 'Test' }).click()
		await connection.getByText('connected').waitFor()
		await connection.getByText(/^\d+ tools$/).waitFor()
		await connection.getByRole('list', { name: 'Tools' }).getByText('echo', { exact: true }).waitFor()
		await connection.getByRole('button', { name: 'Test again' }).waitFor()
	} finally {
		stop()
	}
	const [config] = await call<Config[]>('GET', '/v1/mcp-configs', undefined, person)
	expect(config).toMatchObject({ name, has_auth: false, is_active: true })
})

nightly('your own change is no conflict, although the page has not read it again yet', async ({ open }) => {
	const { person, config, read } = await owner({ url: 'https://mcp.example.com/mcp' })
	const page = await open(`/console/mcp-configs/${config.id}`, { as: person })
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	const reread = Promise.withResolvers<void>()
	await page.route(`**/v1/mcp-configs/${config.id}`, async (route) => {
		if (route.request().method() === 'GET') await reread.promise
		await route.continue()
	})
	const save = page.getByRole('button', { name: 'Save' })
	const timeout = page.getByLabel('Call timeout (ms)')
	await timeout.fill('5000')
	await save.click()
	await save.waitFor({ state: 'detached' })
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	expect(await timeout.inputValue()).toBe('5000')
	await timeout.fill('6000')
	await save.click()
	await save.waitFor({ state: 'detached' })
	reread.resolve()
	expect(await read()).toMatchObject({ call_timeout_ms: 6000 })
})

nightly('saving without a change sends nothing, and leaves no entry in the audit log', async ({ open }) => {
	const { person, config } = await owner({ url: 'https://mcp.example.com/mcp' })
	const page = await open(`/console/mcp-configs/${config.id}`, { as: person })
	const sent: string[] = []
	page.on('request', (request) => void (request.method() === 'PATCH' && sent.push(request.url())))
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	const save = page.getByRole('button', { name: 'Save' })
	await save.click()
	await save.waitFor({ state: 'detached' })
	await page.getByText(`Saved ${config.name}.`).waitFor()
	expect(sent).toEqual([])
})

nightly('a failed test says what to do', async ({ open }) => {
	await withServer(
		(_, response) => void response.writeHead(401).end(),
		async (address) => {
			const { person, config } = await owner({ url: `${address}/mcp`, bearer_token: 'mcp-token-0123456789' })
			const page = await open(`/console/mcp-configs/${config.id}`, { as: person })
			await page.getByRole('button', { name: 'Test' }).click()
			await page.getByText('failed', { exact: true }).waitFor()
			await page.getByText('Replace the bearer token.').waitFor()
		},
	)
})

nightly(
	'a stored token only goes to another address after you confirm, and a checkbox deletes it',
	async ({ open }) => {
		const { person, config, read } = await owner({
			url: 'https://mcp.example.com/mcp',
			bearer_token: 'mcp-token-012345',
		})
		const page = await open(`/console/mcp-configs/${config.id}`, { as: person })
		await page.getByRole('button', { name: 'Edit', exact: true }).click()
		await page.getByLabel('URL').fill('https://other.example.com/mcp')
		await page.getByRole('button', { name: 'Save' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Change address' }).click()
		await page.getByText(`Saved ${config.name}.`).waitFor()
		expect(await read()).toMatchObject({ url: 'https://other.example.com/mcp', has_auth: true })
		await page.getByRole('button', { name: 'Edit', exact: true }).click()
		await page.getByLabel('Call timeout (ms)').fill('5')
		await page.getByRole('button', { name: 'Save' }).click()
		await page.locator('[aria-invalid="true"]').waitFor()
		await page.getByLabel('Call timeout (ms)').fill('5000')
		await page.getByLabel('Delete the stored token').check()
		await page.getByRole('button', { name: 'Save' }).click()
		await page.getByText('not set', { exact: true }).waitFor()
		expect(await read()).toMatchObject({ has_auth: false, call_timeout_ms: 5000 })
	},
)

nightly('a local process is added line by line, turned off and deleted', async ({ open }) => {
	const person = await register('mcp')
	const name = unique('files')
	const page = await open('/console/mcp-configs', { as: person })
	await page.getByRole('button', { name: 'New MCP server' }).first().click()
	const form = page.getByRole('dialog')
	await form.getByLabel('Name').fill(name)
	await form.getByLabel('Transport').selectOption('stdio')
	await form.getByLabel('Command').fill('mcp-server-files')
	await form.getByLabel('Arguments').fill('--root\n/srv/files')
	await form.getByLabel('Environment variables', { exact: true }).fill('LOG_LEVEL=info\nQUERY=a=b')
	await form.getByRole('button', { name: 'Create' }).click()
	await page.getByText("Local processes can't be tested from here").waitFor()
	const [config] = await call<Config[]>('GET', '/v1/mcp-configs', undefined, person)
	expect(config).toMatchObject({ name, command: 'mcp-server-files', args: ['--root', '/srv/files'] })

	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	expect(await page.getByLabel('Arguments').inputValue()).toBe('--root\n/srv/files')
	await page.getByLabel('Arguments').fill('--root\n/srv/other')
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Change command' }).click()
	await page.getByText(`Saved ${name}.`).waitFor()
	const [saved] = await call<Config[]>('GET', '/v1/mcp-configs', undefined, person)
	expect(saved).toMatchObject({ command: 'mcp-server-files', args: ['--root', '/srv/other'] })

	await page.getByRole('button', { name: 'Turn off' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
	await page.getByText(`Turned ${name} off.`).waitFor()
	await page.getByRole('button', { name: 'Actions' }).click()
	await page.getByRole('menuitem', { name: 'Delete server' }).click()
	await page.getByLabel(`Type ${name} to confirm`).fill(name)
	await page.getByRole('dialog').getByRole('button', { name: 'Delete server' }).click()
	await page.waitForURL(/\/console\/mcp-configs$/)
	expect(await call('GET', '/v1/mcp-configs', undefined, person)).toEqual([])
})

nightly('a member can read the servers but not change them', async ({ open }) => {
	const { person, config } = await owner({ url: 'https://mcp.example.com/mcp?token=hidden-0123' })
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, person)
	const page = await open('/console/mcp-configs', { as: await registerMember(org_id), inOrg: org_id })
	await page.getByRole('link', { name: config.name }).click()
	await page.getByRole('region', { name: 'About' }).getByText('****').waitFor()
	expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
	expect(await page.getByRole('button', { name: 'Test' }).count()).toBe(0)
	expect(await page.getByText('hidden-0123').count()).toBe(0)
})
