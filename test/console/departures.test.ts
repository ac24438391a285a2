import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { call, nightly, register, registerMember, test, unique } from './test.ts'

const OWN = '/console/your-org/data'

/** A new person with a second org of theirs. */
async function withTwoOrgs() {
	const person = await register('leaver')
	const name = unique('Left')
	const { id } = await call<{ id: string }>('POST', '/v1/orgs', { name }, person)
	return { person, id, name }
}

nightly('an owner downloads a file of an export, and starts the next one', async ({ open }) => {
	const page = await open(OWN, { as: MEMBER })
	const files = page.getByRole('table', { name: 'Files' })
	const show = page.getByRole('button', { name: 'Show files' })
	await show.click()
	const loading = page.waitForEvent('download')
	await files.getByRole('button', { name: /^Download members-/ }).click()
	const file = await loading
	expect(file.suggestedFilename()).toMatch(/^members-\d+\.ndjson$/)
	const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
	const logins = lines.map((line) => (JSON.parse(line) as { login: string }).login)
	expect(logins).toContain(MEMBER.login)
	expect(logins).toHaveLength(12)

	const packing = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download all' }).click()
	const archive = await packing
	expect(archive.suggestedFilename()).toMatch(/\.tar$/)
	const packed = await archive.path()
	const listed = execFileSync('tar', ['-tf', packed], { encoding: 'utf8' }).trimEnd().split('\n')
	expect(listed).toEqual(await files.locator('tbody code').allTextContents())
	const members = execFileSync('tar', ['-xOf', packed, file.suggestedFilename()], { encoding: 'utf8' })
	expect(members.trimEnd().split('\n')).toEqual(lines)

	const start = page.getByRole('button', { name: 'Start export' })
	await start.click()
	await page.getByText('Export started.').waitFor()
	await page.getByRole('progressbar', { name: 'Progress of the export' }).waitFor()
	expect(await start.isDisabled()).toBe(true)
	await page.getByRole('row', { name: /ready/ }).getByRole('link').click()
	await show.click()
	await files.waitFor()
})

test('an owner deletes an org, and continues in their other one', async ({ open }) => {
	const { person, id, name } = await withTwoOrgs()
	await call('POST', '/v1/api-keys', { name: 'script' }, person)
	const page = await open(OWN, { as: person, inOrg: id })
	await page.getByRole('button', { name: 'Delete org' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('region', { name: 'What ends at once' }).getByText('One member loses access').waitFor()
	const confirm = dialog.getByRole('button', { name: 'Delete org' })
	expect(await confirm.isDisabled()).toBe(true)
	await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
	await confirm.click()
	await page.getByText(`Deleted ${name}. It can be restored for 30 days.`).waitFor()
	await page.waitForURL(/\/console\/$/)
	await page.getByRole('button', { name: new RegExp(`Account menu.*${person.username}'s org`) }).waitFor()
	// What is left is their only org.
	await page.goto(OWN)
	await page.getByText('This is your personal org, and you have no other one.').waitFor()
	expect(await page.getByRole('button', { name: 'Delete org' }).count()).toBe(0)
})

nightly('a plain member reads who may export and delete the org', async ({ open }) => {
	const { id } = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: unique('Kept') })
	const page = await open(OWN, { as: await registerMember(id), inOrg: id })
	await page.getByText('Only owners can export an org.').waitFor()
	await page.getByText('Needs the role Owner in this org').waitFor()
	expect(await page.getByRole('button', { name: /^(Delete org|Start export)$/ }).count()).toBe(0)
})

nightly('an operator deletes an org and restores it', async ({ open }) => {
	const { person, id, name } = await withTwoOrgs()
	const page = await open(`/console/orgs/${id}?tab=data`)
	await page.getByRole('button', { name: 'Start export' }).waitFor()
	await page.getByRole('button', { name: 'Delete org' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
	await dialog.getByRole('button', { name: 'Delete org' }).click()
	await page.waitForURL(/\/console\/orgs$/)
	await page.getByRole('button', { name: 'Deleted orgs' }).click()
	await page.getByRole('button', { name: `Restore ${name}` }).click()
	await dialog.getByRole('region', { name: 'What will change' }).getByText(name).first().waitFor()
	await dialog.getByRole('button', { name: 'Restore' }).click()
	await page.getByText(`Restored ${name}.`).waitFor()
	expect(await call<{ name: string }>('GET', `/v1/orgs/${id}`, undefined, person)).toMatchObject({ name })
})
