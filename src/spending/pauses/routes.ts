import { and, desc, eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { App, SignedIn } from '../../context.ts'
import { PLATFORM } from '../../db/columns.ts'
import { requires } from '../../http/access.ts'
import { body, query, refuses, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { changedJson, taggedJson } from '../../http/etag.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { isOrgOpen, rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { MANAGERS, may, READERS } from '../../tenancy/orgs/doors.ts'
import { keyRoot } from '../../tenancy/principals/key-root.ts'
import { pauses } from '../../traffic/pauses/table.ts'
import { liftPause, setPause } from './change.ts'
import { isLive, liveRowOf, type Named, named, toPause } from './named.ts'
import { Pause, PutPause, SetPause } from './schema.ts'

type C = Context<SignedIn>

const AT = '/:scope/:subject'

export const platformPauseRoutes = new Hono<App>()

platformPauseRoutes.get(
	'/',
	may(READERS),
	query(PageQuery),
	returns(200, z.array(Pause), 'List what the platform has paused'),
	async (c) => listed(c, PLATFORM, c.req.valid('query')),
)

platformPauseRoutes.get(AT, may(READERS), returns(200, Pause, 'Read a pause of the platform'), async (c) =>
	read(c, await namedBy(c, PLATFORM)),
)

platformPauseRoutes.put(
	AT,
	requires('platform.write'),
	body(PutPause),
	returns([201, 200], SetPause, 'Pause everything, or the runs of an org, user, agent, model, provider or API key'),
	async (c) => put(c, await namedBy(c, PLATFORM), c.req.valid('json')),
)

platformPauseRoutes.delete(
	AT,
	requires('platform.write'),
	returns(204, undefined, 'Lift a pause of the platform'),
	async (c) => lift(c, await namedBy(c, PLATFORM)),
)

export const orgPauseRoutes = new Hono<App>()

orgPauseRoutes.get(
	'/:org_id/pauses',
	may(READERS),
	query(PageQuery),
	returns(200, z.array(Pause), 'List what an org has paused'),
	async (c) => {
		const org_id = c.req.param('org_id')
		return listed(c, org_id, c.req.valid('query'))
	},
)

orgPauseRoutes.get(`/:org_id/pauses${AT}`, may(READERS), returns(200, Pause, 'Read a pause of an org'), async (c) =>
	read(c, await namedBy(c, c.var.owner)),
)

orgPauseRoutes.put(
	`/:org_id/pauses${AT}`,
	may(MANAGERS),
	body(PutPause),
	returns([201, 200], SetPause, "Pause an org's runs, or those of one of its users, agents, models or API keys"),
	refuses('pauses.too_many'),
	async (c) => put(c, await namedBy(c, c.var.owner), c.req.valid('json')),
)

orgPauseRoutes.delete(
	`/:org_id/pauses${AT}`,
	may(MANAGERS),
	returns(204, undefined, 'Lift a pause of an org'),
	async (c) => lift(c, await namedBy(c, c.var.owner)),
)

/** The pause that the path names. A key is known by the first of its line, so a pause stays when the key is rotated. */
async function namedBy(c: C, owner: string): Promise<Named> {
	const { scope = '', subject = '' } = c.req.param() as Record<string, string>
	const pause = named(owner, scope, subject)
	return pause.scope === 'api_key' ? { ...pause, subject: await keyRoot(c.var.db, pause.subject) } : pause
}

async function listed(c: C, owner: string, paging: z.infer<typeof PageQuery>) {
	const { created_at, scope, subject } = pauses
	const page = openPage(c, paging)
	const isOfOpenOrg = sql`(${scope} <> 'org' OR ${isOrgOpen(subject)})`
	const rows = c.var.db
		.select()
		.from(pauses)
		.where(and(eq(pauses.owner, owner), isLive(), isOfOpenOrg, page.before(created_at, scope, subject)))
		.orderBy(desc(created_at), desc(scope), desc(subject))
		.limit(page.limit)
	const found = owner === PLATFORM ? await rows : await rowsOfOrg(c.var.db, owner, rows)
	return c.json(page.close(found, (row) => [row.created_at, row.scope, row.subject]).map(toPause))
}

async function read(c: C, pause: Named) {
	const [row] = await c.var.db.select().from(pauses).where(liveRowOf(pause)).limit(1)
	if (!row) throw notFound('Pause')
	return taggedJson(c, toPause(row))
}

async function put(c: C, pause: Named, wanted: z.infer<typeof PutPause>) {
	const { stored, isNew, matches } = await setPause(c, pause, wanted)
	const shown = stored && toPause(stored)
	c.status(isNew ? 201 : 200)
	return changedJson(c, shown && { ...shown, ...(matches !== undefined && { matches }) }, shown)
}

async function lift(c: C, pause: Named) {
	await liftPause(c, pause)
	return c.body(null, 204)
}
