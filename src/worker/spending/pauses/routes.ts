import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { isOrgOpen, rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { keyRoot } from '../../tenancy/principals/key-root.ts'
import { pauses } from '../../traffic/pauses/table.ts'
import { liftPause, setPause } from './change.ts'
import { isLive, liveRowOf, type Named, named, toPause } from './named.ts'
import { revertiblePauses } from './revertible.ts'
import { Pause, PutPause, SetPause } from './schema.ts'

type C = Context<SignedIn>

const AT = '/:scope/:subject'

/** At both doors: `/v1/admin/pauses`, and `/v1/orgs/:org_id/pauses`. */
export const pauseRoutes = routes()

pauseRoutes.get(
	'/',
	may(READERS),
	query(PageQuery),
	returns(200, z.array(Pause), { platform: 'List what the platform has paused', org: 'List what an org has paused' }),
	async (c) => {
		const { db, owner } = c.var
		const { created_at, scope, subject } = pauses
		const page = openPage(c, c.req.valid('query'))
		const isOfOpenOrg = sql`(${scope} <> 'org' OR ${isOrgOpen(subject)})`
		const rows = db
			.select()
			.from(pauses)
			.where(and(eq(pauses.owner, owner), isLive(), isOfOpenOrg, page.before(created_at, scope, subject)))
			.orderBy(desc(created_at), desc(scope), desc(subject))
			.limit(page.limit)
		const found = await rowsOfOrg(db, owner, rows)
		return c.json(page.close(found, (row) => [row.created_at, row.scope, row.subject]).map(toPause))
	},
)

pauseRoutes.get(
	AT,
	may(READERS),
	returns(200, Pause, { platform: 'Read a pause of the platform', org: 'Read a pause of an org' }),
	async (c) => {
		const [row] = await c.var.db
			.select()
			.from(pauses)
			.where(liveRowOf(await namedBy(c)))
			.limit(1)
		return taggedJson(c, toPause(existing(row, 'Pause')))
	},
)

pauseRoutes.put(
	AT,
	may(revertiblePauses),
	body(PutPause),
	returns([201, 200], SetPause, {
		platform: 'Pause everything, or the runs of an org, user, agent, model, provider or API key',
		org: "Pause an org's runs, or those of one of its users, agents, models or API keys",
	}),
	refuses({ org: 'pauses.too_many' }),
	async (c) => put(c, await namedBy(c), c.req.valid('json')),
)

pauseRoutes.delete(
	AT,
	may(revertiblePauses),
	returns(204, undefined, { platform: 'Lift a pause of the platform', org: 'Lift a pause of an org' }),
	async (c) => {
		await liftPause(c, await namedBy(c))
		return c.body(null, 204)
	},
)

/** The pause that the path names. A key is known by the first of its line, so a pause stays when the key is rotated. */
async function namedBy(c: C): Promise<Named> {
	const { scope = '', subject = '' } = c.req.param() as Record<string, string>
	const pause = named(c.var.owner, scope, subject)
	return pause.scope === 'api_key' ? { ...pause, subject: await keyRoot(c.var.db, pause.subject) } : pause
}

async function put(c: C, pause: Named, wanted: z.infer<typeof PutPause>) {
	const { stored, isNew, matches } = await setPause(c, pause, wanted)
	const shown = stored && toPause(stored)
	c.status(isNew ? 201 : 200)
	return changedJson(c, shown && { ...shown, ...(matches !== undefined && { matches }) }, shown)
}
