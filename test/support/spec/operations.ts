import type { Row, Rows } from './row.ts'

// Spec 4.12 and the documentation.

const built: Row = { access: 'anyone', read: () => ({}), d1: { warm: 0, why: 'The answer is part of the code' } }

export const operations: Rows = {
	'GET /healthz': built,
	'GET /readyz': {
		access: 'anyone',
		noSample: 'An isolate keeps its answer for a second: health.test.ts counts its calls by a clock that it moves',
	},
	'GET /openapi.json': built,
	'GET /docs': built,
	'GET /docs/webhooks': built,
	'GET /docs/changes': built,
}
