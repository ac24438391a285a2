import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { admin, unique, user } from '../support/world.ts'

const KEY = 'sk-planted-0123456789-abcdef-9a1f'
const root = await admin()
const entry = (key: string) => `/v1/admin/config-entries/${key}`
const set = async (key: string, value: string) =>
	expect((await root.put(entry(key), { value })).status, `${key} ${value}`).toBe(200)
const remove = async (key: string) => expect((await root.delete(entry(key))).status, key).toBe(204)

const notices = async () =>
	(await root.get('/v1/notifications?type=security.key_redirected&limit=200')).body.data.filter(
		({ payload }: { payload: { key?: string } }) => payload.key?.startsWith('web_'),
	) as { id: string; org_id: null; body: string; payload: object }[]
const lastAction = async (key: string) =>
	(await root.get(`/v1/admin/audit-logs?target_id=${key}&limit=1`)).body[0].action as string

const known = new Set<string>()

/** Changes `key` and returns the audit action and the notices that were sent since the last change. */
async function outcome(key: string, change: () => Promise<unknown>) {
	await change()
	const sent = (await notices()).filter(({ id }) => !known.has(id))
	for (const { id } of sent) known.add(id)
	return { action: await lastAction(key), sent }
}

const unmoved = (verb: string) => ({ action: `config_entries.${verb}`, sent: [] })
const redirected = (key: string, where: string) => ({
	action: 'config_entries.redirect',
	sent: [{ org_id: null, body: expect.stringContaining(where), payload: { key, actor_user_id: root.user_id } }],
})

test('sending a stored legacy key to another address is a redirect', async () => {
	const [one, other] = ['web_search.selfhosted', 'web_search.keyed']
	const [provider, base_url, api_key] = ['web_search.provider', 'web_search.base_url', 'web_search.api_key']
	const host = (label: string) => `${label}.${unique('legacy')}.example.com`
	const [first, second] = [host('first'), host('second')]
	const put = (key: string, value: string) => outcome(key, () => set(key, value))
	// No key is stored.
	expect(await put(provider, one)).toEqual(unmoved('put'))
	expect(await put(base_url, `https://${first}`)).toEqual(unmoved('put'))
	expect(await put(api_key, KEY)).toEqual(unmoved('put'))
	expect(await put(base_url, `https://${first}/`)).toEqual(unmoved('put'))
	expect(await put(base_url, `https://${second}:8443`)).toMatchObject(redirected(base_url, `${second}:8443`))
	// The base URL says where the key goes, whatever the provider is.
	expect(await put(provider, other)).toEqual(unmoved('put'))
	expect(await put(api_key, `${KEY}-new`)).toEqual(unmoved('put'))
	// Without a base URL the provider says where the key goes.
	expect(await outcome(base_url, () => remove(base_url))).toMatchObject(redirected(base_url, other))
	expect(await put(provider, other)).toEqual(unmoved('put'))
	expect(await put(provider, one)).toMatchObject(redirected(provider, one))
	expect(JSON.stringify(await notices())).not.toContain(KEY)
	expect((await (await user()).get('/v1/notifications?type=security.key_redirected')).body.data).toEqual([])
	await remove(api_key)
	expect(await put(provider, other)).toEqual(unmoved('put'))
	expect(await put(base_url, `https://${first}`)).toEqual(unmoved('put'))
	expect(await outcome(base_url, () => remove(base_url))).toEqual(unmoved('delete'))
})

test('a redirect of a legacy key in two steps is still a redirect', async () => {
	const put = (key: string, value: string) => outcome(key, () => set(key, value))
	const elsewhere = `${unique('legacy')}.example.com`
	await set('web_fetch.provider', 'web_fetch.keyed')
	await set('web_fetch.api_key', KEY)
	// Without a provider the key goes nowhere, but it's still stored.
	expect(await outcome('web_fetch.provider', () => remove('web_fetch.provider'))).toEqual(unmoved('delete'))
	const other = 'web_fetch.optional_key'
	expect(await put('web_fetch.provider', other)).toMatchObject(redirected('web_fetch.provider', other))
	await remove('web_fetch.provider')
	expect(await put('web_fetch.base_url', `https://${elsewhere}`)).toMatchObject(
		redirected('web_fetch.base_url', elsewhere),
	)
	expect(await outcome('web_fetch.base_url', () => remove('web_fetch.base_url'))).toEqual(unmoved('delete'))
})

test('an entry with another name redirects no key', async () => {
	const key = `web_search.${unique('note')}`
	expect(await outcome(key, () => set(key, 'https://a.example.com'))).toEqual(unmoved('put'))
	expect(await outcome(key, () => set(key, 'https://b.example.com'))).toEqual(unmoved('put'))
	expect(await outcome(key, () => remove(key))).toEqual(unmoved('delete'))
})

test('the default of mcp.stdio must be true or false', async () => {
	for (const value of ['1', 'TRUE', 'yes'])
		expect(await root.put(entry('mcp.stdio'), { value })).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'value' }] } },
		})
	await set('mcp.stdio', 'true')
	const { body } = await root.get(`/v1/entitlements?org_id=${root.org_id}`)
	expect(body).toContainEqual({
		key: 'mcp.stdio',
		value: 'true',
		value_type: 'boolean',
		is_valid: true,
		source: 'default',
		unlimited: false,
	})
	await remove('mcp.stdio')
})

test.for(['api_key', 'signing_key', 'client_secret', 'apitoken', 'smtp.password'])(
	'an entry that ends in %s is write-only and sealed',
	async (ending) => {
		const key = `entry.${ending}`
		const value = ending === 'smtp.password' ? `${KEY} with spaces` : KEY
		const shown = { key, value: null, is_set: true, is_valid: true }
		expect(await root.put(entry(key), { value })).toMatchObject({ status: 200, body: shown })
		expect((await root.get(entry(key))).body).toEqual(shown)
		expect(JSON.stringify((await root.get(`/v1/admin/audit-logs?target_id=${key}`)).body)).not.toContain(KEY)
		const stored = await env.DB.prepare(
			`SELECT e.value, s.sealed FROM config_entries e JOIN secrets s
			ON s.table_name = 'config_entries' AND s.row_id = e.key AND s.column_name = 'value' WHERE e.key = ?`,
		)
			.bind(key)
			.first()
		expect(stored).toEqual({ value: null, sealed: expect.not.stringContaining(KEY) })
		expect(await root.put(entry(key), { value: 'sk-p****9a1f' })).toMatchObject({ status: 400 })
		await remove(key)
		expect(await env.DB.prepare('SELECT count(*) AS n FROM secrets WHERE row_id = ?').bind(key).first('n')).toBe(0)
	},
)

test('an entry whose key only contains such a word is readable', async () => {
	const key = `${unique('plain')}.token_count`
	expect(await root.put(entry(key), { value: '7' })).toMatchObject({ body: { key, value: '7', is_set: true } })
	await remove(key)
})

test('entries are listed by key, page by page, without the values of write-only ones', async () => {
	const stem = unique('listed')
	const wanted = [
		{ key: `${stem}.a`, value: '1', is_set: true, is_valid: true },
		{ key: `${stem}.api_key`, value: null, is_set: true, is_valid: true },
		{ key: `${stem}.b`, value: '2', is_set: true, is_valid: true },
	]
	for (const { key, value } of wanted.toReversed()) await root.put(entry(key), { value: value ?? KEY })
	const seen: { key: string }[] = []
	let cursor = ''
	do {
		const { body, headers } = await root.get(`/v1/admin/config-entries?limit=2${cursor && `&cursor=${cursor}`}`)
		seen.push(...body)
		cursor = headers.get('Next-Cursor') ?? ''
	} while (cursor !== '')
	expect(JSON.stringify(seen)).not.toContain(KEY)
	const keys = seen.map(({ key }) => key)
	expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
	expect(seen.filter(({ key }) => key.startsWith(stem))).toEqual(wanted)
	for (const { key } of wanted) await remove(key)
})

test('alerts.org_id takes the ID of an org that exists', async () => {
	const wrong = { status: 400, body: { details: { fields: [{ path: 'value', message: 'Must be the id of an org' }] } } }
	const gone = (await root.post('/v1/admin/orgs', { name: unique('gone') })).body.id as string
	await root.delete(`/v1/orgs/${gone}`)
	for (const value of ['nope', `${root.org_id}x`, 'org_00000000000000000000000000', gone])
		expect(await root.put(entry('alerts.org_id'), { value }), value).toMatchObject(wrong)
	await set('alerts.org_id', root.org_id)
	await env.DB.prepare("UPDATE config_entries SET value = 'nope' WHERE key = 'alerts.org_id'").run()
	expect((await root.get(entry('alerts.org_id'))).body).toMatchObject({ value: 'nope', is_valid: false })
	await remove('alerts.org_id')
})
