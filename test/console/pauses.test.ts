import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import { switchTo } from './side.ts'
import { call, nightly, register, registerMember, test, unique } from './test.ts'

interface Pause {
	scope: string
	subject: string
	reason: string
	until: string | null
}

interface Me {
	id: string
	org_id: string
}

const me = (login: Parameters<typeof call>[3]) => call<Me>('GET', '/v1/me', undefined, login)

test('an owner pauses an agent after a preview, with a reason and an end, and lifts it again', async ({ open }) => {
	const owner = await register('pausing')
	const { org_id } = await me(owner)
	const list = () => call<Pause[]>('GET', `/v1/orgs/${org_id}/pauses`, undefined, owner)
	const page = await open('/console/pauses', { as: owner })
	await page.getByText('Nothing is paused').waitFor()
	await page.getByRole('button', { name: 'New pause' }).click()
	await page.getByLabel('Agent', { exact: true }).fill('vendor/agent 1')
	await page.getByRole('button', { name: 'Preview' }).click()
	await page.locator('[aria-invalid="true"]').waitFor()
	await page.getByLabel('Reason').fill('It loops')
	await page.getByLabel('Until').fill('2090-01-01T12:00')
	await page.getByLabel('Reason').press('Control+Enter')
	const review = page.getByRole('dialog', { name: 'Pause agent vendor/agent 1?' })
	await review.getByText('paused, until').waitFor()
	expect(await list()).toEqual([])
	await review.getByRole('button', { name: 'Pause', exact: true }).click()
	await page.getByText('Paused agent vendor/agent 1.').waitFor()
	expect(await list()).toMatchObject([
		{ scope: 'agent', subject: 'vendor/agent 1', reason: 'It loops', until: '2090-01-01T11:00:00.000Z' },
	])
	await page.getByRole('button', { name: 'Lift the pause of agent vendor/agent 1' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
	await page.getByText('Lifted the pause of agent vendor/agent 1.').waitFor()
	expect(await list()).toEqual([])
	await page.getByRole('button', { name: 'Undo' }).last().click()
	await page.getByRole('cell', { name: 'Agent vendor/agent 1', exact: true }).waitFor()
	expect(await list()).toHaveLength(1)
})

nightly(
	'while an org is paused, every page of its members says so, and the list is for who manages the org',
	async ({ open }) => {
		const owner = await register('stopped')
		const { org_id } = await me(owner)
		const page = await open('/console/pauses', { as: owner })
		await page.getByRole('button', { name: 'New pause' }).click()
		await page.getByLabel('Pause', { exact: true }).selectOption('org')
		await page.getByLabel('Reason').fill('We moved too fast')
		await page.getByRole('button', { name: 'Preview' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
		const banner = page.getByText('The runs of this org are paused: We moved too fast')
		await banner.waitFor()
		await page.goto('/console/')
		await page.getByRole('link', { name: 'Show pauses' }).click()
		await page.getByRole('button', { name: /^Lift the pause of org/ }).waitFor()

		const reader = await open('/console/', { as: await registerMember(org_id), inOrg: org_id })
		await reader.getByText('The runs of this org are paused: We moved too fast').waitFor()
		expect(await reader.getByRole('link', { name: 'Show pauses' }).count()).toBe(0)

		await page.getByRole('button', { name: /^Lift the pause of org/ }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
		await banner.waitFor({ state: 'detached' })
	},
)

nightly(
	"a platform admin pauses an org and a user from their pages, and sees the platform's pauses and an org's beside each other",
	async ({ open }) => {
		const owner = await register('watched')
		const { id, org_id } = await me(owner)
		const { name } = await call<{ name: string }>('GET', `/v1/admin/orgs/${org_id}`)
		const reason = unique('Looking into it')
		const page = await open(`/console/orgs/${org_id}`, { as: ADMIN })
		const pause = async (what: string) => {
			await page.getByLabel('Reason').fill(reason)
			await page.getByRole('button', { name: 'Preview' }).click()
			const review = page.getByRole('dialog', { name: `Pause ${what}?` })
			await review.getByText(`${what}: paused, until somebody lifts it.`).waitFor()
			await review.getByRole('button', { name: 'Pause', exact: true }).click()
			await page.getByText(`Paused ${what}.`, { exact: true }).waitFor()
		}
		await page.getByRole('button', { name: 'Pause runs' }).click()
		await expect.poll(() => page.getByLabel('Org', { exact: true }).inputValue()).toBe(name)
		await pause(`org ${name}`)
		await page.waitForURL(/\/console\/pauses$/)
		await page.getByRole('row', { name: new RegExp(`Org .*${reason}`) }).waitFor()
		await page.goto(`/console/users/${id}`)
		await page.getByRole('button', { name: 'Actions' }).click()
		await page.getByRole('menuitem', { name: 'Pause runs' }).click()
		await page.getByText(`That's ${owner.username}.`).waitFor()
		await pause(`user ${owner.username}`)
		await page.getByRole('row', { name: new RegExp(`User .*${reason}`) }).waitFor()
		const listed = await call<Pause[]>('GET', '/v1/admin/pauses', undefined, ADMIN)
		const mine = listed.filter((one) => one.reason === reason)
		expect(mine.map(({ scope, subject }) => [scope, subject])).toEqual([
			['user', id],
			['org', org_id],
		])
		// So do the notices of the platform admins, which lead to the list.
		await page.goto('/console/')
		await page.getByRole('button', { name: /^Notifications/ }).click()
		await page.getByText(`User ${owner.username}: ${reason}`).waitFor()
		await page.getByText(`Org ${name}: ${reason}`).waitFor()
		await page.getByRole('link', { name: 'The platform paused runs' }).first().click()
		await page.waitForURL(/\/console\/pauses$/)
		await switchTo(page, "root's org")
		await page.waitForURL(/of=org/)
		await page.getByText('Nothing is paused').waitFor()
		expect(await page.getByText(reason).count()).toBe(0)
		for (const { scope, subject } of mine)
			await call('DELETE', `/v1/admin/pauses/${scope}/${encodeURIComponent(subject)}`, undefined, ADMIN)
	},
)
