import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { runsOf } from '../support/property.ts'
import { admin, create, unique, user } from '../support/world.ts'

// Compares what `q` finds with a simple version of its rule, in every kind of text.

const WORD = /[\p{L}\p{N}\p{M}]/u
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Whether `q` finds `text`: three or more characters match anywhere, fewer only at the beginning of a word. Both are lower
 * case.
 */
function finds(text: string, q: string): boolean {
	const characters = Array.from(text)
	const wanted = Array.from(q).length
	return characters.some((character, index) => {
		if (characters.slice(index, index + wanted).join('') !== q) return false
		const before = characters[index - 1]
		if (wanted > 2 || before === undefined) return true
		return WORD.test(character) && (UNSPACED.test(character) || !WORD.test(before))
	})
}

const TEXTS = [
	'ზღვა მთა',
	'მთა-ზღვა',
	'ღამე_დილა',
	'(დილა) ღამე',
	'«ღამე»…დილა',
	'დ1 2ლ 3',
	'ღამე、დილა。ზღვა',
	'北京大学',
	'大阪 北区',
	'ღ京დ',
	'กรุงเทพ ทะเล',
	'ひらカナ漢',
	'😀მთა😀',
	'მთა×ზღვა',
	'e\u0301\u10d3მთა',
	'ღ',
	'𐌰𐌱 𐌲𐌰',
]

/** Every piece of one to four characters in the texts, and some that aren't in any. */
const TERMS = [
	...new Set(
		TEXTS.flatMap((text) => {
			const characters = Array.from(text)
			return characters.flatMap((_, at) => [1, 2, 3, 4].map((length) => characters.slice(at, at + length).join('')))
		}),
	),
	'ჟ',
	'ჟჟ',
].filter((term) => /[^\p{ASCII}]/u.test(term) && term.trim() === term)

const searched = async (path: string, q: string): Promise<{ id: string }[]> =>
	(await (await admin()).get(`${path}?limit=200&q=${encodeURIComponent(q)}`)).body

/** Every few of the terms by day, and all by night. */
const termsOf = (few: number) => TERMS.filter((_, index) => index % runsOf(few, 1) === 0)

/** What a search finds for each term. `ids` are those of the rows whose texts are `TEXTS`. */
async function foundBy(path: string, ids: string[], terms: string[]) {
	const responses: [string, string[]][] = []
	for (const term of terms) {
		const found = new Set((await searched(path, term)).map(({ id }) => id))
		responses.push([term, TEXTS.filter((_, index) => found.has(ids[index] as string))])
	}
	return responses
}

const expected = (terms: string[]) => terms.map((term) => [term, TEXTS.filter((text) => finds(text, term))])

test('a search finds orgs by three characters anywhere, or by one or two at the beginning of a word', async () => {
	const ids: string[] = []
	for (const name of TEXTS) ids.push((await (await admin()).post('/v1/admin/orgs', { name })).body.id)
	const terms = termsOf(4)
	expect(await foundBy('/v1/admin/orgs', ids, terms)).toEqual(expected(terms))
})

test('a search finds redemption codes by their batch in the same way', async () => {
	const ids: string[] = []
	for (const batch_id of TEXTS) ids.push((await create.redemptionCode({ batch_id })).id)
	const terms = termsOf(16)
	expect(await foundBy('/v1/admin/redemption-codes', ids, terms)).toEqual(expected(terms))
})

test('a search finds users by the words of their current name and address, not by those of an old one', async () => {
	const [root, someone] = [await admin(), await user()]
	const at = `/v1/admin/users/${someone.user_id}`
	const isFound = async (q: string) => (await searched('/v1/admin/users', q)).some(({ id }) => id === someone.user_id)
	await root.patch(at, { username: `${unique('x')} ჟან ჟაკ`, email: `${unique('x')}.qz@example.org` })
	for (const [q, expected] of [
		['ჟ', true],
		['ჟა', true],
		['აკ', false],
		['ნ ჟ', true],
	] as const)
		expect([q, await isFound(q)]).toEqual([q, expected])
	await root.patch(at, { username: unique('plain') })
	for (const q of ['ჟ', 'ჟა', 'ნ ჟ']) expect([q, await isFound(q)]).toEqual([q, false])
})

test("a search finds an invite code by its owner's current name and address", async () => {
	const [root, owner] = [await admin(), await user()]
	const { id } = (await owner.get('/v1/me/invite-code')).body
	const isFound = async (q: string) => (await searched('/v1/admin/invite-codes', q)).some((row) => row.id === id)
	const email = (stem: string) => ({ email: `${unique('x')}.${stem}@example.org` })
	await root.patch(`/v1/admin/users/${owner.user_id}`, email('jq'))
	expect(await isFound('jq')).toBe(true)
	await root.patch(`/v1/admin/users/${owner.user_id}`, email('jw'))
	expect([await isFound('jq'), await isFound('jw')]).toEqual([false, true])
})

test('a search finds a renamed org by its new name only', async () => {
	const { id } = (await (await admin()).post('/v1/admin/orgs', { name: 'ჭაღი ჭერი' })).body
	const isFound = async (q: string) => (await searched('/v1/admin/orgs', q)).some((row) => row.id === id)
	await env.DB.prepare('UPDATE orgs SET name = ? WHERE id = ?').bind('ძალა ძილი', id).run()
	for (const q of ['ჭ', 'ჭე', 'ჭერ']) expect([q, await isFound(q)]).toEqual([q, false])
	for (const q of ['ძ', 'ძი', 'ძილ']) expect([q, await isFound(q)]).toEqual([q, true])
})

test('reading one row of search_texts reads one row, however large the tables are', async () => {
	for (const where of [
		"source = 'users' AND seq = 5",
		"source = 'invite_codes' AND seq IN (SELECT 5 UNION SELECT 6)",
	]) {
		const { results } = await env.DB.prepare(
			`EXPLAIN QUERY PLAN SELECT max(text) FROM search_texts WHERE ${where} GROUP BY seq`,
		).all<{ detail: string }>()
		const plan = results.map(({ detail }) => detail)
		expect(plan).toContain('SEARCH users USING INTEGER PRIMARY KEY (rowid=?)')
		expect(plan.filter((detail) => /^SCAN (?!CONSTANT|\(|.* VIRTUAL TABLE)/.test(detail))).toEqual([])
	}
})
