import type { Page } from 'playwright-core'
import { MEMBER } from '../instance.ts'
import { dialog, type Screen } from '../screen.ts'

const PATH = '/console/account'
const SINCE = '2026-09-25T08:00:00.000Z'

const passkey = (id: string, name: string, last_used_at: string | null) => ({
	id,
	name,
	credential_id: id,
	algorithm: 'EdDSA',
	transports: ['internal'],
	created_at: SINCE,
	last_used_at,
})

/** Shows the account of somebody with every way in. The seeded user has none, because all screens share their password. */
async function withEverything(page: Page, then?: (page: Page) => Promise<unknown>) {
	const answers: [string, unknown][] = [
		['**/v1/me/passkeys', [passkey('psk_1', 'Work laptop', SINCE), passkey('psk_2', 'A'.repeat(100), null)]],
		['**/v1/me/totp', { enabled_at: SINCE }],
		[
			'**/v1/me/recovery-codes',
			{
				left: 7,
				created_at: SINCE,
				codes: Array.from({ length: 10 }, (_, index) => `k3v9-x2mp-7qhd-4nt${index}`),
			},
		],
		[
			'**/v1/me/identities?*',
			[
				{
					id: 'idn_1',
					connection_id: 'oic_1',
					issuer: 'https://login.northwind.example.com/a-tenant/v2.0',
					subject: '00u1a2b3c4',
					email: 'ada.lovelace@northwind.example.com',
					last_used_at: SINCE,
					created_at: SINCE,
				},
			],
		],
		['**/v1/auth/connections*', [{ id: 'oic_2', name: 'Globex' }]],
	]
	for (const [path, json] of answers) await page.route(path, (route) => route.fulfill({ json }))
	await page.reload()
	await page.getByText('Work laptop').waitFor()
	await page.getByRole('button', { name: 'Link Globex' }).waitFor()
	await then?.(page)
	for (const [path] of answers) await page.unroute(path)
}

/** What everybody sees and changes of themselves. */
export const account: Screen[] = [
	{ name: 'account', path: PATH, as: MEMBER },
	{
		name: 'account-profile',
		path: PATH,
		as: MEMBER,
		before: async (page) => {
			await page.getByRole('button', { name: 'Edit', exact: true }).click()
			await page.getByRole('form', { name: 'Profile' }).waitFor()
		},
	},
	{ name: 'account-email', path: PATH, as: MEMBER, before: dialog('Change email') },
	{ name: 'account-password', path: PATH, as: MEMBER, before: dialog('Change password') },
	{ name: 'account-passkey', path: PATH, as: MEMBER, before: dialog('Add passkey') },
	{ name: 'account-app', path: PATH, as: MEMBER, before: dialog('Add app') },
	{ name: 'account-ways-in', path: PATH, as: MEMBER, isMadeUp: true, before: (page) => withEverything(page) },
	{
		name: 'account-recovery-codes',
		path: PATH,
		as: MEMBER,
		isMadeUp: true,
		before: (page) =>
			withEverything(page, async () => {
				await dialog('Replace codes')(page)
				await page.getByRole('dialog').getByRole('button', { name: 'Replace codes' }).click()
				await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor()
			}),
	},
	...(
		[
			['account-passkey-rename', /^Rename /],
			['account-passkey-remove', /^Remove (?!app)/],
			['account-unlink', /^Unlink/],
		] as const
	).map(([name, button]): Screen => ({
		name,
		path: PATH,
		as: MEMBER,
		isMadeUp: true,
		before: (page) => withEverything(page, dialog(button)),
	})),
]
