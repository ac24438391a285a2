import { afterAll, beforeEach, expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { clearEmail, configure, mailTo, ports, reaching, seenBy } from '../support/email.ts'
import { accept, invite, invited, offer, pathOf, registerWith } from '../support/invitations.ts'
import { admin, unique, user } from '../support/world.ts'

// The mails of invitations, and what their tokens prove.

const PUBLIC_URL = 'https://plinth.example.com/'
const WITH_MAIL = { env: { ...reaching, PUBLIC_URL } }
const linkIn = (text = '') => /https:\/\/plinth\.example\.com\/console\/join#join_[\w-]{49}/.exec(text)?.[0] ?? ''
const tokenOf = (link: string) => link.slice(link.indexOf('#') + 1)
const mailsTo = async (to: string) =>
	(await seenBy('plain')).filter((sight) => sight.what === 'mail' && sight.to?.includes(to))
const mailedToken = async (email: string) => tokenOf(linkIn(String((await mailTo('plain', email)).text)))
const meOf = async (token: string) => (await as(token).get('/v1/me')).body

beforeEach(() => configure({ smtp_port: ports.plain }))
afterAll(clearEmail)

test('an invitation is mailed with a link of its own, which opens the console', async () => {
	const owner = await user('owner')
	const name = unique('Engines & Co https://evil.example.com <b>')
	await (await admin()).patch(`/v1/admin/orgs/${owner.org_id}`, { name })
	const email = invited()
	const { status, body } = await invite(owner, { email, role: 'admin' }, WITH_MAIL)
	expect(status).toBe(201)
	expect(body).toMatchObject({
		mailed_at: body.sent_at,
		url: `https://plinth.example.com/console/join#${body.token}`,
	})
	const { text } = await mailTo('plain', email)
	const link = linkIn(String(text))
	expect(tokenOf(link)).toMatch(/^join_[\w-]{49}$/)
	expect(String(text)).not.toContain(body.token)
	expect(String(text)).toContain('as an admin')
	expect(String(text)).toContain('Plinth at https://plinth.example.com')
	for (const part of ['evil.example', '<b>', '://evil']) expect(String(text)).not.toContain(part)
	expect((await offer(tokenOf(link))).body).toEqual((await offer(body.token)).body)
	// Using one of the two uses up both.
	expect((await accept(await user(), tokenOf(link))).status).toBe(200)
	expect((await offer(body.token)).status).toBe(404)
})

test("without `PUBLIC_URL`, or with one that isn't a safe address, there is neither a link nor a mail", async () => {
	for (const wrong of ['', 'plinth.example.com', 'http://plinth.example.com', 'javascript:alert(1)']) {
		const email = invited()
		const { status, body } = await invite(await user('owner'), { email }, { env: { ...reaching, PUBLIC_URL: wrong } })
		expect(status).toBe(201)
		expect(body).toMatchObject({ mailed_at: null, token: expect.any(String) })
		expect(body).not.toHaveProperty('url')
		expect(await mailsTo(email)).toEqual([])
	}
})

test('without mail there is a link to pass on', async () => {
	await clearEmail()
	const { status, body } = await invite(await user('owner'), {}, WITH_MAIL)
	expect(status).toBe(201)
	expect(body).toMatchObject({ mailed_at: null, url: expect.stringContaining(body.token) })
})

test("a mail that the server doesn't accept leaves the invitation, which says that no mail went out", async () => {
	await configure({ smtp_port: 1 })
	const owner = await user('owner')
	const { status, body } = await invite(owner, {}, WITH_MAIL)
	expect(status).toBe(201)
	const path = `${pathOf(owner.org_id)}/${body.id}`
	expect((await owner.get(path)).body.mailed_at).toBeNull()
	expect((await offer(body.token)).status).toBe(200)
})

test('only the token of the mail proves the invited address, at registration', async () => {
	const owner = await user('owner')
	const [own, foreign] = [invited(), invited()]
	await invite(owner, { email: own }, WITH_MAIL)
	const mailed = await registerWith(await mailedToken(own), { email: own.toUpperCase() })
	expect(await meOf(mailed.body.access_token)).toMatchObject({ email_verified: true })
	const { body: shown } = await invite(owner, { email: foreign }, WITH_MAIL)
	const claimed = await registerWith(shown.token, { email: foreign })
	expect(await meOf(claimed.body.access_token)).toMatchObject({ email: foreign, email_verified: false })
	// Another address is not proved by anything.
	const third = invited()
	await invite(owner, { email: third }, WITH_MAIL)
	const other = await registerWith(await mailedToken(third))
	expect(other.status).toBe(201)
	expect(await meOf(other.body.access_token)).toMatchObject({ email_verified: false })
})

test('only the token of the mail proves the invited address, at the accept', async () => {
	const owner = await user('owner')
	const [one, two, three] = [await user('one'), await user('two'), await user('three')]
	const addressOf = ({ login }: { login: string }) => `${login}@example.com`
	await invite(owner, { email: addressOf(one).toUpperCase() }, WITH_MAIL)
	await accept(one, await mailedToken(addressOf(one).toUpperCase()))
	expect((await one.get('/v1/me')).body.email_verified).toBe(true)
	const { body } = await invite(owner, { email: addressOf(two) }, WITH_MAIL)
	await accept(two, body.token)
	expect((await two.get('/v1/me')).body.email_verified).toBe(false)
	const elsewhere = invited()
	await invite(owner, { email: elsewhere }, WITH_MAIL)
	expect((await accept(three, await mailedToken(elsewhere))).status).toBe(200)
	expect((await three.get('/v1/me')).body.email_verified).toBe(false)
})

test('sending again mails a new link, and the old one ends', async () => {
	const owner = await user('owner')
	const email = invited()
	const { body } = await invite(owner, { email }, WITH_MAIL)
	const first = await mailedToken(email)
	const again = await owner.post(`${pathOf(owner.org_id)}/${body.id}/resend`, undefined, WITH_MAIL)
	expect(again.body).toMatchObject({ mailed_at: again.body.sent_at })
	const links = (await mailsTo(email)).map(({ text }) => tokenOf(linkIn(String(text))))
	expect(links).toHaveLength(2)
	expect((await offer(first)).status).toBe(404)
	const [newest] = links.filter((token) => token !== first)
	expect((await offer(newest ?? '')).status).toBe(200)
})

test('whether somebody has the address, or is a member already, changes nothing', async () => {
	const owner = await user('owner')
	const known = await user('known')
	const shapes = []
	for (const email of [invited(), `${known.login}@example.com`, `${owner.login}@example.com`]) {
		const { status, body } = await invite(owner, { email }, WITH_MAIL)
		const text = String((await mailTo('plain', email)).text)
		const lines = text
			.replaceAll(linkIn(text), 'LINK')
			.replaceAll(/until [\d: -]+ UTC/g, 'until UTC')
			.split('\r\n')
			.filter((line) => !/^(To:|Date:|Message-ID:|Received:|Content-Type: multipart|--[\da-f])/i.test(line))
		shapes.push({ status, fields: Object.keys(body), lines })
	}
	expect(shapes[1]).toEqual(shapes[0])
	expect(shapes[2]).toEqual(shapes[0])
})

test('an address gets five mails of invitations in an hour, whoever sends them', async () => {
	const email = invited()
	const limited = { env: { ...reaching, PUBLIC_URL, RATE_LIMITS: 'on' } }
	for (let mails = 0; mails < 6; mails += 1) {
		const owner = await user('owner')
		const { status, body } = await invite(owner, { email: mails % 2 ? email : email.toUpperCase() }, limited)
		expect(status).toBe(201)
		const { mailed_at } = (await owner.get(`${pathOf(owner.org_id)}/${body.id}`)).body
		expect(mailed_at === null).toBe(mails === 5)
	}
	expect([...(await mailsTo(email)), ...(await mailsTo(email.toUpperCase()))]).toHaveLength(5)
})

test('a dry run invites nobody and sends no mail', async () => {
	const owner = await user('owner')
	const email = invited()
	const { status, body } = await invite(owner, { email }, { ...WITH_MAIL, headers: { 'Dry-Run': 'true' } })
	expect(status).toBe(200)
	expect(body).toMatchObject({
		status: 201,
		effects: ['Sends a mail to the invited address.'],
		body: { token: expect.stringMatching(/^join_DRYRUN0+[\w-]{6}$/) },
		changes: [{ target_type: 'invitations', before: null, after: { email: '…@example.com' } }],
	})
	expect((await owner.get(pathOf(owner.org_id))).body).toEqual([])
	expect(await mailsTo(email)).toEqual([])
})
