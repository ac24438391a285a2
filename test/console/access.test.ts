import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PLACES, SIDES } from '../../src/console/places/places.ts'
import { lackingAt, maySee, sectionsFor, sideFor } from '../../src/console/shell/navigation.ts'
import { needsText } from '../../src/console/text/en/roles.ts'
import { ADMIN } from './instance.ts'
import { visit } from './settled.ts'
import { call, instance, nightly, register, registerMember, test } from './test.ts'

type Me = Parameters<typeof lackingAt>[1]

const meOf = (login: typeof ADMIN) => call<Me>('GET', '/v1/me', undefined, login)

/** The playground asks immediately, and an org without models gets this response. */
const ANSWER = /^POST \/v1\/llm-providers\/resolve\?scope=\w+ 404$/

/** Collects the calls that the API refuses. */
function refusalsOf(page: Page): string[] {
	const refusals: string[] = []
	page.on('response', (response) => {
		const path = response.url().slice(instance().address.length)
		const told = `${response.request().method()} ${path} ${response.status()}`
		if (response.status() >= 400 && !ANSWER.test(told)) refusals.push(told)
	})
	return refusals
}

/** Opens every place, and compares it with what the user may see. */
async function visitAll(page: Page, me: Me) {
	const refusals = refusalsOf(page)
	for (const { to, label } of PLACES) {
		await visit(page, `/console${to}`)
		const lacking = lackingAt(to, me)
		const text = await page.locator('main').innerText()
		expect(text.includes("You don't have access"), to).toBe(lacking !== undefined)
		if (lacking) expect(text, to).toContain(needsText([lacking]))
		else expect(await page.locator('main h1').count(), `${label} has a heading`).toBe(1)
		expect(refusals, to).toEqual([])
	}
	for (const { places } of SIDES.org.flatMap(({ entries }) => entries))
		for (const { to } of places.filter((place) => maySee(place, me))) {
			await visit(page, `/console${to}?of=org`)
			expect(refusals, `${to} of an org`).toEqual([])
		}
	for (const path of ['/', '/?of=org']) {
		await visit(page, `/console${path}`)
		const shown = await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link').allTextContents()
		const sections = sectionsFor(sideFor('/', path === '/' ? 'platform' : 'org', me), me)
		expect(shown).toEqual(sections.flatMap(({ entries }) => entries.map(({ label }) => label)))
	}
}

nightly('a platform admin sees every place', { timeout: 300_000 }, async ({ open }) => {
	const me = await meOf(ADMIN)
	expect(PLACES.filter((place) => !maySee(place, me))).toEqual([])
	await visitAll(await open('/console/'), me)
})

nightly("an org owner sees the org's places, and is refused at the others", { timeout: 300_000 }, async ({ open }) => {
	const owner = await register('owner')
	await visitAll(await open('/console/', { as: owner }), await meOf(owner))
})

test(
	'a plain member sees the places open to everybody, and is refused at the others',
	{ timeout: 300_000 },
	async ({ open }) => {
		const { org_id } = await meOf(await register('owner'))
		const member = await registerMember(org_id)
		const me = { ...(await meOf(member)), org_id, permissions: [] }
		await visitAll(await open('/console/', { as: member, inOrg: org_id }), me)
	},
)
