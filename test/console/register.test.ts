import { expect, onTestFinished } from 'vitest'
import { call, instance, nightly, register, test, unique } from './test.ts'

const PASSWORD = 'correct horse 1'

interface Sent {
	token: string
}

interface MyOrg {
	name: string
	role: string
}

/** An owner with an org that has a name to read, and an invitation into it. */
async function withInvitation(role = 'member') {
	const owner = await register('inviter')
	const [home] = await call<{ org_id: string }[]>('GET', '/v1/me/orgs', undefined, owner)
	const org_id = home?.org_id ?? ''
	const name = unique('Acme')
	await call('PATCH', `/v1/orgs/${org_id}`, { name }, owner)
	const invite = () =>
		call<Sent>('POST', `/v1/orgs/${org_id}/invitations`, { email: `${unique('i')}@example.com`, role }, owner)
	const { token } = await invite()
	return { owner, org_id, name, token }
}

nightly('somebody registers with an invite code where registration is closed', async ({ open }) => {
	const inviter = await register('referrer')
	const { code } = await call<{ code: string }>('GET', '/v1/me/invite-code', undefined, inviter)
	const setOpen = (default_value: boolean) => call('PATCH', '/v1/feature-flags/registration.open', { default_value })
	await setOpen(false)
	onTestFinished(async () => void (await setOpen(true)))
	const login = unique('newcomer')
	const page = await open('/console/credits', { as: 'nobody' })
	await page.getByRole('link', { name: 'Create an account' }).click()
	await page.getByLabel('Login').fill(inviter.login)
	await page.getByLabel('Email address').fill(`${login}@example.com`)
	await page.getByLabel('Password').fill(PASSWORD)
	const submit = page.getByRole('button', { name: 'Create account' })
	await submit.click()
	await page.getByText('registration is by invitation only').waitFor()
	await page.getByLabel('Invite code').fill('NO-SUCH-CODE')
	await submit.click()
	await page.locator('input[name="invite_code"][aria-invalid="true"]').waitFor()
	await page.getByLabel('Invite code').fill(code)
	await submit.click()
	await page.locator('input[name="login"][aria-invalid="true"]').waitFor()
	await page.getByLabel('Login').fill(login)
	await submit.click()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	expect(new URL(page.url()).pathname).toBe('/console/')
	const me = { login, password: PASSWORD }
	expect(await call('GET', '/v1/me', undefined, me)).toMatchObject({ login, username: login })
})

nightly('the code of a link is filled in, and whoever has an account goes back to sign-in', async ({ open }) => {
	const page = await open('/console/register?code=ABC-123', { as: 'nobody' })
	expect(await page.getByLabel('Invite code').inputValue()).toBe('ABC-123')
	await page.getByRole('link', { name: 'I have an account' }).click()
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
})

test('somebody registers by an invitation and stands in the org; its link works once', async ({ open }) => {
	const { org_id, name, token, owner } = await withInvitation('admin')
	const login = unique('invited')
	const page = await open(`/console/join#${token}`, { as: 'nobody' })
	await page.getByRole('heading', { name: `Join ${name}` }).waitFor()
	await page.getByText(`${owner.username} invites you as an admin.`).waitFor()
	expect(await page.getByLabel('Invite code').count()).toBe(0)
	await page.getByLabel('Login').fill(login)
	await page.getByLabel('Email address').fill(`${login}@example.com`)
	await page.getByLabel('Your name').fill('Grace Hopper')
	await page.getByLabel('Password').fill('short')
	await page.getByRole('button', { name: 'Create an account and join' }).click()
	await page.locator('input[name="password"][aria-invalid="true"]').waitFor()
	await page.getByLabel('Password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Create an account and join' }).click()
	await page.waitForURL(`${instance().address}/console/your-org`)
	await page.getByRole('heading', { name: `${name} Admin` }).waitFor()
	const members = await call<MyOrg[]>('GET', `/v1/orgs/${org_id}/members`, undefined, owner)
	expect(members).toContainEqual(expect.objectContaining({ login, username: 'Grace Hopper', role: 'admin' }))

	const late = await open(`/console/join#${token}`, { as: 'nobody' })
	await late.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
	await late.getByText('ask the person who invited you for a new one').waitFor()
	await late.getByRole('link', { name: 'Sign in' }).click()
	await late.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
})

nightly('who is signed in joins with their account; who has one signs in and comes back', async ({ open }) => {
	const [first, second] = [await withInvitation(), await withInvitation()]
	const person = await register('joiner')
	const page = await open(`/console/join#${first.token}`, { as: person })
	await page.getByText(`You're signed in as ${person.username} (${person.login}).`).waitFor()
	await page.getByRole('button', { name: `Join ${first.name}` }).click()
	await page.getByText(`You're a member of ${first.name} now.`).waitFor()
	await page.getByRole('heading', { name: `${first.name} Member` }).waitFor()
	expect(new URL(page.url()).hash).toBe('')

	await page.goto(`/console/join#${first.token}`)
	await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
	await page.getByRole('button', { name: 'Go to the dashboard' }).click()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

	const away = await open(`/console/join#${second.token}`, { as: 'nobody' })
	await away.getByRole('button', { name: 'I have an account' }).click()
	await away.getByLabel('Login or email address').fill(person.login)
	await away.getByLabel('Password').fill(person.password)
	await away.getByRole('button', { name: 'Sign in' }).click()
	await away.getByRole('button', { name: `Join ${second.name}` }).click()
	await away.getByRole('heading', { name: `${second.name} Member` }).waitFor()
	const orgs = await call<MyOrg[]>('GET', '/v1/me/orgs', undefined, person)
	expect(orgs.map(({ name, role }) => ({ name, role }))).toEqual(
		expect.arrayContaining([
			{ name: first.name, role: 'member' },
			{ name: second.name, role: 'member' },
		]),
	)
})

nightly('an incomplete link says so, and registering twice leads on', async ({ open }) => {
	const page = await open('/console/join', { as: 'nobody' })
	await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
	const signedIn = await open('/console/register', { as: await register('twice') })
	await signedIn.getByText("You're signed in").waitFor()
	await signedIn.getByRole('button', { name: 'Go to the dashboard' }).click()
	await signedIn.getByRole('heading', { name: 'Dashboard' }).waitFor()
})
