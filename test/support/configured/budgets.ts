import { type Call, type Here, idIn, type Kind, listed, removed } from './kind.ts'

const pathOf = ({ org_id }: Pick<Here, 'org_id'>) => `/v1/orgs/${org_id}/budgets`

const PLATFORM = '/v1/admin/budgets'

const entry = (fields: object = {}) => ({ scope: 'agent', unit: 'tokens', limit: 10, window: 'week', ...fields })

const patched =
	(fields: object): Call =>
	async ({ owner, org_id }, how) =>
		owner.patch(`${pathOf({ org_id })}/${await idIn(owner, pathOf({ org_id }), 'name', 'Walked')}`, fields, how)

const patchedPlatform =
	(fields: object): Call =>
	async ({ root }, how) =>
		root.patch(`${PLATFORM}/${await idIn(root, PLATFORM, 'name', 'Walked')}`, fields, how)

// An agent that no test has, because a budget of the platform counts the runs of every org.
const OF_NOBODY = { subject: 'walked-by-nobody' }

const atOrg =
	<T>(of: (path: string) => (here: Here) => T) =>
	(here: Here) =>
		of(pathOf(here))(here)

export const budgets: Kind[] = [
	{
		of: 'platform',
		section: 'budgets',
		permission: 'platform_admin',
		samples: {
			changed: {
				key: 'Walked',
				before: entry(OF_NOBODY),
				after: entry({ ...OF_NOBODY, limit: 20, mode: 'observe', alerts: [50, 80] }),
				forth: patchedPlatform({ limit: 20, mode: 'observe', alerts: [50, 80] }),
				back: patchedPlatform({ limit: 10, mode: 'enforce', alerts: [] }),
				seen: ({ root }) => listed(PLATFORM)({ owner: root } as Here),
			},
			created: {
				key: 'Walked, new',
				before: null,
				after: entry(OF_NOBODY),
				forth: ({ root }, how) => root.post(PLATFORM, { name: 'Walked, new', ...entry(OF_NOBODY) }, how),
				back: async ({ root }, how) =>
					root.delete(`${PLATFORM}/${await idIn(root, PLATFORM, 'name', 'Walked, new')}`, how),
				seen: async ({ root }) => (await idIn(root, PLATFORM, 'name', 'Walked, new')) !== 'none',
			},
		},
	},
	{
		of: 'org',
		section: 'budgets',
		permission: 'org.settings',
		samples: {
			changed: {
				key: 'Walked',
				before: entry(),
				after: entry({ limit: 0, expires_at: '2126-01-01T00:00:00.000Z' }),
				forth: patched({ limit: 0, expires_at: '2126-01-01T00:00:00Z' }),
				back: patched({ limit: 10, expires_at: null }),
				seen: atOrg(listed),
			},
			deleted: {
				key: 'Walked, once',
				before: entry({ scope: 'model', subject: 'model-a' }),
				after: null,
				forth: (here, how) => removed(pathOf(here), 'name', 'Walked, once')(here, how),
				back: ({ owner, org_id }, how) =>
					owner.post(
						pathOf({ org_id }),
						{ name: 'Walked, once', ...entry({ scope: 'model', subject: 'model-a' }) },
						how,
					),
				seen: atOrg(listed),
			},
		},
		limits: [
			{
				by: 'limit.budgets',
				reason: 'limit.reached',
				stays: ['stays', entry()],
				goes: ['goes', entry()],
				create: async (owner) => {
					const org_id = (await owner.get('/v1/me')).body.org_id
					return owner.post(pathOf({ org_id }), { name: 'more', ...entry() })
				},
				remove: async (owner) => {
					const path = pathOf({ org_id: (await owner.get('/v1/me')).body.org_id })
					return owner.delete(`${path}/${await idIn(owner, path, 'name', 'goes')}`)
				},
			},
		],
	},
]
