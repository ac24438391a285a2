import { unique } from '../world.ts'
import { platform, type Row, type Rows } from './row.ts'

// Spec 4.12, the directory and the documentation.

const built: Row = { access: 'anyone', read: () => ({}), d1: { warm: 0, why: 'The answer is part of the code' } }

export const operations: Rows = {
	'GET /healthz': built,
	'GET /readyz': {
		access: 'anyone',
		noSample: 'An isolate keeps its answer for a second: health.test.ts counts its calls by a clock that it moves',
	},
	'GET /v1/admin/search': {
		...platform,
		read: ({ member, org_id }) =>
			[member.login, org_id, unique('nothing'), 'a', 'or', 'ABCD2345', '0af7651916cd43dd8448eb211c80319c'].map((q) => ({
				query: `q=${q}`,
			})),
	},
	'POST /v1/admin/names': {
		...platform,
		asks: true,
		write: ({ member, org_id }) => ({
			body: { ids: [member.user_id, org_id] },
			answers: { names: { [member.user_id]: { kind: 'user', name: member.login } } },
		}),
	},
	'GET /openapi.json': built,
	'GET /docs': built,
	'GET /docs/webhooks': built,
}
