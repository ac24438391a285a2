import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { draggedAlong, HEBREW } from './bidi.ts'
import { MEMBER } from './instance.ts'
import { switchTo } from './side.ts'
import { call, nightly, register, test, unique } from './test.ts'

test('a user changes their password, and ends another session', async ({ open }) => {
	const person = await register('mine')
	await call('POST', '/v1/api-keys', { name: 'script' }, person)
	await call('POST', '/v1/auth/login', { login: person.login, password: person.password })
	const page = await open('/console/account', { as: person })
	await page.getByRole('button', { name: 'Change password' }).click()
	const dialog = page.getByRole('dialog', { name: 'Change your password' })
	await dialog.getByLabel('Current password').fill('not my password 1')
	await dialog.getByLabel('New password').fill('another horse 2')
	await dialog.getByRole('button', { name: 'Change password' }).click()
	await dialog.getByText('Must be your current password').waitFor()
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	const logins = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr')
	await logins.nth(1).waitFor()
	const others = await logins.count()
	await page
		.getByRole('button', { name: /^Sign out of/ })
		.first()
		.click()
	await page.getByText('Signed out that session.').waitFor()
	await expect.poll(() => logins.count()).toBe(others - 1)
	await page.getByRole('button', { name: 'Change password' }).click()
	await dialog.getByLabel('Current password').fill(person.password)
	await dialog.getByLabel('New password').fill('another horse 2')
	await dialog.getByLabel('Delete my API keys too').check()
	await dialog.getByRole('button', { name: 'Change password' }).click()
	await page.getByText('Password changed.').waitFor()
	expect(await call('GET', `/v1/admin/users/${person.user_id}/api-keys`)).toEqual([])
	await expect.poll(() => logins.count()).toBe(1)
})

test('the bell counts unread notifications, and one click marks them all read', async ({ open }) => {
	const page = await open('/console/', { as: MEMBER })
	await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
	const panel = page.getByRole('dialog', { name: 'Notifications' })
	await panel.getByRole('button', { name: 'Mark as read' }).first().waitFor()
	await panel.getByRole('button', { name: 'Mark all as read' }).click()
	await panel.getByRole('button', { name: 'Mark as read' }).first().waitFor({ state: 'detached' })
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

nightly(
	'a notice is in the language of the page and leads to what it is about; one from before codes keeps its text',
	async ({ open }) => {
		const page = await open('/console/', { isNew: true })
		const notice = { user_id: 'usr_1', org_id: null, read_at: null, created_at: new Date().toISOString() }
		const redirect = { ...notice, type: 'security.key_redirected', title: 'A stored key now goes to another address' }
		const values = { keys: [{ holder: 'llm_provider', name: HEBREW, host: 'a.example' }], more: 0 }
		const data = [
			{
				...redirect,
				id: 'ntf_2',
				body: `The stored key of the LLM provider ${HEBREW} now goes to a.example.`,
				payload: { code: 'key_redirected', values, provider_id: 'llm_1' },
			},
			{ ...redirect, id: 'ntf_1', body: `It went to b.example, says ${HEBREW} 7.`, payload: {} },
		]
		await page.route('**/v1/notifications?*', (route) => route.fulfill({ json: { data } }))
		await page.evaluate(() => localStorage.setItem('plinth.language', 'zh'))
		await page.reload()
		await page.getByRole('button', { name: /^通知/ }).click()
		const panel = page.getByRole('dialog', { name: '通知' })
		await panel.getByText('It went to b.example').waitFor()
		await panel.getByText('已存储的密钥现在会发送到 a.example。').waitFor()
		expect(await draggedAlong(page)).toEqual([])
		const link = panel.getByRole('link', { name: '已存储的密钥现在会发送到另一个地址' })
		expect(await link.getAttribute('href')).toBe('/console/llm-providers/llm_1')
	},
)

nightly('people select notifications and mark them as read, and download all of them', async ({ open }) => {
	const reader = await register('inbox')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, reader)
	const titles = ['first', 'second', 'third'].map((name) => unique(name))
	for (const title of titles)
		await call('POST', '/v1/admin/notifications/broadcasts', {
			type: 'announcement',
			title,
			body: `Read me, ${reader.user_id}.`,
			target: org_id,
		})
	interface Inbox {
		data: { title: string; read_at: string | null }[]
	}
	const unread = async () =>
		(await call<Inbox>('GET', '/v1/notifications', undefined, reader)).data
			.filter(({ read_at }) => read_at === null)
			.map(({ title }) => title)
			.toSorted()
	await expect.poll(unread).toEqual(titles.toSorted())
	const page = await open('/console/', { as: reader })
	await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
	const panel = page.getByRole('dialog', { name: 'Notifications' })
	// An ID in a message shows as a name.
	await panel.getByText(`Read me, ${reader.username}.`).first().waitFor()
	await panel.getByRole('checkbox', { name: `Select ${titles[2]}` }).check()
	await panel.getByRole('checkbox', { name: `Select ${titles[1]}` }).click({ modifiers: ['Shift'] })
	await panel.getByText('2 selected').waitFor()
	const bar = panel.getByRole('group', { name: 'Selected rows' })
	await bar.getByRole('button', { name: 'Mark as read' }).click()
	await page.getByText('Marked 2 notifications as read.').waitFor()
	expect(await unread()).toEqual([titles[0]])
	await panel.getByRole('checkbox', { name: 'Select all shown' }).check()
	await panel.getByText('3 selected').waitFor()
	await bar.getByRole('button', { name: 'Mark as read' }).click()
	await page.getByText('Marked a notification as read.').waitFor()
	expect(await unread()).toEqual([])
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		panel.getByRole('button', { name: 'Download CSV' }).click(),
	])
	const file = await readFile(await download.path(), 'utf8')
	for (const title of titles) expect(file).toContain(title)
})

nightly('exact times are in UTC, and this browser remembers them', async ({ open }) => {
	const page = await open('/console/account', { as: MEMBER })
	const since = page.getByRole('table', { name: 'Sessions' }).locator('tbody time').first()
	const at = (await since.getAttribute('datetime')) ?? ''
	const exact = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
	expect(await since.textContent()).not.toBe(exact)
	await page.getByRole('button', { name: /Account menu/ }).press('Enter')
	await page.getByRole('menuitemcheckbox', { name: 'Exact times (UTC)' }).press('Enter')
	await expect.poll(() => since.textContent()).toBe(exact)
	await page.reload()
	await expect.poll(() => since.textContent()).toMatch(/ UTC$/)
	await page.getByRole('button', { name: /Account menu/ }).click()
	await page.getByRole('menuitemcheckbox', { name: 'Exact times (UTC)' }).click()
	await expect.poll(() => since.textContent()).not.toMatch(/ UTC$/)
})

nightly(
	'a user changes their name, language and time zone, and their address with their password',
	async ({ open }) => {
		const person = await register('changing')
		await call('PATCH', '/v1/me', { locale: 'pt-BR' }, person)
		const page = await open('/console/account', { as: person })
		const read = () => call<Record<string, unknown>>('GET', '/v1/me', undefined, person)
		const [name, email] = [unique('Renamed'), `${unique('new')}@example.com`]
		const profile = page.getByRole('form', { name: 'Profile' })
		const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click()
		await edit()
		await profile.getByLabel('Name').fill(name)
		const languages = profile.getByLabel('Language').getByRole('option')
		expect(await languages.allTextContents()).toEqual(['English', '简体中文', 'Brazilian Portuguese'])
		await profile.getByLabel('Time zone').fill('no zone')
		await profile.getByRole('button', { name: 'Save' }).click()
		await page.locator('input[name="timezone"][aria-invalid="true"]').waitFor()
		await profile.getByLabel('Time zone').fill('Europe/Berlin')
		await profile.getByRole('button', { name: 'Save' }).click()
		await page.getByText('Profile saved.').waitFor()
		expect(await read()).toMatchObject({ username: name, locale: 'pt-BR', timezone: 'Europe/Berlin' })
		await page.getByRole('button', { name: new RegExp(`Account menu.*${name}`) }).waitFor()

		await page.getByRole('button', { name: 'Change email' }).click()
		const dialog = page.getByRole('dialog')
		await dialog.getByRole('textbox', { name: 'Email address' }).fill(email)
		await dialog.getByLabel('Current password').fill('not my password 1')
		await dialog.getByRole('button', { name: 'Change email' }).click()
		await page.locator('input[name="password"][aria-invalid="true"]').waitFor()
		await dialog.getByLabel('Current password').fill(person.password)
		await dialog.getByRole('textbox', { name: 'Email address' }).fill(email)
		await dialog.getByRole('button', { name: 'Change email' }).click()
		await page.getByText(`Changed your email address to ${email}.`).waitFor()
		await page.getByRole('region', { name: 'Account', exact: true }).getByText(email).waitFor()
		expect(await read()).toMatchObject({ email, email_verified: false })
		await edit()
		await profile.getByLabel('Language').selectOption('English')
		await profile.getByRole('button', { name: 'Save' }).click()
		await expect.poll(read).toMatchObject({ locale: 'en' })
		// What they had is no longer offered.
		await edit()
		await expect.poll(() => languages.allTextContents()).toEqual(['English', '简体中文'])
	},
)

nightly('a user switches between their orgs and leaves one; the one that only they own they keep', async ({ open }) => {
	const person = await register('roaming')
	const owner = await register('host')
	const name = unique('Hosted')
	const { id } = await call<{ id: string }>('POST', '/v1/orgs', { name }, owner)
	const invitation = { email: `${person.login}@example.com`, role: 'member' }
	const { token } = await call<{ token: string }>('POST', `/v1/orgs/${id}/invitations`, invitation, owner)
	await call('POST', `/v1/invitations/${token}/accept`, undefined, person)
	const page = await open('/console/account', { as: person })
	await page.getByRole('button', { name: `Switch to ${name}` }).click()
	await page.getByText(`Switched to ${name}.`).waitFor()
	await page.getByRole('button', { name: new RegExp(`Account menu.*${name}`) }).waitFor()
	await switchTo(page, `${person.username}'s org`)
	await page.getByRole('button', { name: `Switch to ${name}` }).waitFor()
	await page.getByRole('button', { name: `Leave ${name}` }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
	await page.getByText(`Left ${name}.`).waitFor()
	const orgs = page.getByRole('table', { name: 'Orgs' })
	await orgs.getByRole('row', { name }).waitFor({ state: 'detached' })
	await orgs.getByRole('button', { name: /^Leave / }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByText("This is the org's last owner.").waitFor()
	expect(await dialog.getByRole('button', { name: 'Leave' }).isDisabled()).toBe(true)
})
