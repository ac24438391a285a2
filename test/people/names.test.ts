import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { fillNames, systemContext } from '../support/program.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { rows } from '../support/rows.ts'
import { address, admin, PASSWORD, registered, unique, user } from '../support/world.ts'

// Names that people see are one in NFC and in any case by Unicode.

const register = (fields: object) =>
	send('POST', '/v1/auth/register', {
		body: { login: unique('n'), email: `${unique('n')}@example.com`, password: PASSWORD, ...fields },
		headers: { 'CF-Connecting-IP': address() },
	})

const logIn = (login: string) =>
	send('POST', '/v1/auth/login', { body: { login, password: PASSWORD }, headers: { 'CF-Connecting-IP': address() } })

const taken = (field: string) => ({ status: 409, body: { details: { reason: 'name.taken', field } } })

/** As a version before the rule wrote them. */
const forgetForms = (...user_ids: string[]) =>
	rows(
		'UPDATE users SET login_caseless = NULL, username_caseless = NULL, email_caseless = NULL WHERE id IN (SELECT value FROM json_each(?))',
		JSON.stringify(user_ids),
	)
const rename = (username: string, { user_id }: { user_id: string }) =>
	rows('UPDATE users SET username = ? WHERE id = ?', username, user_id)
const filled = () => fillNames(systemContext(env), NO_PLACE)

describe.each([
	['in another case', 'Ünal', 'üNAL'],
	['decomposed', 'Renée', 'Rene\u0301e'],
	['with a Turkish dotted capital', 'İpek', 'i\u0307pek'],
	['in Greek capitals', 'Άννα', 'άΝΝΑ'],
])('a username %s', (_, one, other) => {
	const [first, second] = [`${one} ${unique('x')}`, '']
	const same = other + first.slice(one.length)

	test(`is taken${second}`, async () => {
		expect((await register({ username: first })).status).toBe(201)
		expect(await register({ username: same })).toMatchObject(taken('username'))
		const someone = await user()
		expect(await someone.patch('/v1/me', { username: same })).toMatchObject(taken('username'))
		expect(await (await admin()).patch(`/v1/admin/users/${someone.user_id}`, { username: same })).toMatchObject(
			taken('username'),
		)
		const found = (await (await admin()).get(`/v1/admin/search?q=${encodeURIComponent(same)}`)).body
		expect(found[0]).toMatchObject({ kind: 'user', title: first })
	})
})

test('users may change the spelling of their own name, and their former one is free', async () => {
	const name = `Ünal ${unique('x')}`
	const someone = await registered('own', { username: name })
	const spelled = name.toLowerCase()
	expect((await someone.patch('/v1/me', { username: spelled })).body).toMatchObject({ username: spelled })
	expect(await register({ username: name })).toMatchObject(taken('username'))
	expect((await someone.patch('/v1/me', { username: unique('else') })).status).toBe(200)
	expect((await register({ username: name })).status).toBe(201)
})

test('of many who register spellings of one name at once, one gets it', async () => {
	const stem = unique('É')
	const spellings = [stem, stem.toLowerCase(), stem.normalize('NFD'), stem.toLowerCase().normalize('NFD')]
	const responses = await Promise.all([...spellings, ...spellings].map((username) => register({ username })))
	expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(409)])
})

test('a login and an address sign in in any case, and a letter that lower case makes ASCII is one', async () => {
	const someone = await registered('kim', {})
	for (const login of [
		someone.login.toUpperCase(),
		someone.login.replace('k', '\u212A'),
		`${someone.login}@EXAMPLE.com`,
	])
		expect((await as((await logIn(login)).body.access_token).get('/v1/me')).body.id).toBe(someone.user_id)
	expect(await register({ email: `${someone.login.toUpperCase()}@example.com` })).toMatchObject(taken('email'))
})

test('the search of users finds a decomposed name by its composed form, and the other way round', async () => {
	const root = await admin()
	for (const [stored, typed] of [
		['NFC', 'NFD'],
		['NFD', 'NFC'],
	] as const) {
		const name = `Zoë Čapek ${unique('x')}`
		const { user_id } = await user('zoe', { username: name.normalize(stored) })
		const q = encodeURIComponent(name.normalize(typed).toUpperCase())
		expect((await root.get(`/v1/admin/users?q=${q}`)).body).toMatchObject([{ id: user_id }])
	}
	// The index takes neither of the two for the other.
	const name = `İpek ${unique('x')}`
	const { user_id } = await user('ipek', { username: name })
	const found = async (q: string, more = '') =>
		(await root.get(`/v1/admin/users?q=${encodeURIComponent(q)}${more}`)).body.map(({ id }: { id: string }) => id)
	expect(await found(name.toLowerCase())).toEqual([user_id])
	expect(await found(name, '&status=active')).toEqual([user_id])
	expect(await found(name.toLowerCase(), '&status=suspended')).toEqual([])
})

describe('of users who shared a name before the rule', () => {
	async function sharing(names = [`Änne ${unique('x')}`]) {
		const [name = ''] = names
		const all = [await user('older'), await user('younger'), await user('youngest')]
		const spellings = [name, name.toLowerCase(), name.normalize('NFD')]
		for (const [index, one] of all.entries()) await rename(spellings[index] ?? '', one)
		await forgetForms(...all.map(({ user_id }) => user_id))
		return { all, spellings, name }
	}
	const formOf = async ({ user_id }: { user_id: string }) =>
		(await rows('SELECT username_caseless AS form FROM users WHERE id = ?', user_id))[0]?.form

	test('the oldest gets it, the others keep their spelling, and nobody else gets the name', async () => {
		const root = await admin()
		const { all, spellings, name } = await sharing()
		expect(await register({ username: spellings[1] })).toMatchObject(taken('username'))
		await filled()
		await filled()
		expect(await Promise.all(all.map(formOf))).toEqual([name.toLowerCase(), null, null])
		for (const [index, one] of all.entries()) {
			const q = encodeURIComponent(spellings[index] ?? '')
			expect((await root.get(`/v1/admin/search?q=${q}`)).body[0]).toMatchObject({ id: one.user_id })
			expect((await one.patch('/v1/me', { username: spellings[index], locale: 'de' })).status).toBe(200)
		}
		expect(await register({ username: name.toUpperCase() })).toMatchObject(taken('username'))
		await all[0]?.patch('/v1/me', { username: unique('gone') })
		expect(await register({ username: name.toUpperCase() })).toMatchObject(taken('username'))
		await filled()
		expect(await Promise.all(all.slice(1).map(formOf))).toEqual([name.toLowerCase(), null])
	})

	test('operators see who shares one, until they have another', async () => {
		const root = await admin()
		const { all } = await sharing()
		const listed = async () =>
			(await root.get('/v1/admin/users?shares_name=true')).body.map(({ id }: { id: string }) => id)
		await filled()
		expect(await listed()).toEqual(expect.arrayContaining(all.slice(1).map(({ user_id }) => user_id)))
		expect(await listed()).not.toContain(all[0]?.user_id)
		await all[1]?.patch('/v1/me', { username: unique('other') })
		await root.delete(`/v1/admin/users/${all[2]?.user_id}`)
		expect(await listed()).not.toContain(all[1]?.user_id)
		expect(await rows('SELECT * FROM name_claims WHERE user_id = ?', all[2]?.user_id)).toEqual([])
	})

	test('the oldest gets it from somebody who registered meanwhile', async () => {
		const older = await user('older')
		const name = `Öz ${unique('x')}`
		await rename(name, older)
		await forgetForms(older.user_id)
		const younger = await registered('younger', { username: name.replace('Ö', 'ö') })
		await filled()
		expect(await formOf(older)).toBe(name.toLowerCase())
		expect(await formOf(younger)).toBeNull()
	})
})

test('a version without the rule that renames a user leaves no wrong form, and the job fills it', async () => {
	const someone = await registered('old', { username: `Ü ${unique('x')}` })
	const name = `Ö ${unique('x')}`
	await rename(name, someone)
	const form = async () =>
		(await rows('SELECT username_caseless AS form FROM users WHERE id = ?', someone.user_id))[0]?.form
	expect(await form()).toBeNull()
	await filled()
	expect(await form()).toBe(name.toLowerCase())
})

test('the job continues where a tick ended, and the oldest gets a shared name, however far apart they are', async () => {
	const stem = unique('Ä')
	const [oldest, youngest] = [`usr_${stem}_2`, `usr_${stem}_1100`]
	await rows(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) INSERT INTO users (id, login, username, created_at)
			SELECT 'usr_' || ?1 || '_' || i, ?1 || i, iif(i = 1100, ?2 || 2, ?1 || i), '2026-01-01' FROM n`,
		stem,
		stem.toLowerCase(),
	)
	const places: (string | null)[] = [null]
	do {
		const at = places.at(-1) ?? null
		const c = systemContext(env, undefined, { share: () => 1 })
		const move = (to: unknown) => void places.push(to as string | null)
		await fillNames(c, { at, move: move as () => undefined })
	} while (places.at(-1) !== null)
	expect(places.length).toBeGreaterThan(5)
	const forms = await rows<{ id: string; username_caseless: string | null }>(
		'SELECT id, username_caseless FROM users WHERE id IN (?, ?)',
		oldest,
		youngest,
	)
	expect(Object.fromEntries(forms.map((row) => [row.id, row.username_caseless]))).toEqual({
		[oldest]: `${stem.toLowerCase()}2`,
		[youngest]: null,
	})
	const own = `id GLOB 'usr_${stem}_*'`
	expect(
		await rows(`SELECT id FROM users WHERE ${own} AND (login_caseless IS NULL OR username_caseless IS NULL)`),
	).toEqual([{ id: youngest }])
})

test('every look-up of a name uses an index', async () => {
	const someone = await registered('plan', {})
	const plans = await queryPlansOf(async () => {
		await logIn(someone.login)
		await logIn(`${someone.login}@example.com`)
		await register({ username: someone.login })
		await (await admin()).get(`/v1/admin/search?q=${someone.login}`)
		await (await admin()).get(`/v1/admin/users?q=${someone.login}`)
	})
	const scans = plans
		.filter(({ sql }) => /_caseless|name_claims/.test(sql))
		.flatMap(({ sql, steps }) =>
			steps.filter((step) => /^SCAN (users|name_claims|[a-z])\b/.test(step)).map((step) => `${step}: ${sql}`),
		)
	expect(scans).toEqual([])
})
