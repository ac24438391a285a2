import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { App, SignedIn } from '../../context.ts'
import { PLATFORM } from '../../db/columns.ts'
import { requires } from '../../http/access.ts'
import { body, query, refuses, returns } from '../../http/contract.ts'
import { taggedJson, taggedText } from '../../http/etag.ts'
import { requireKnown } from '../../http/ignored.ts'
import { PageQuery } from '../../http/page.ts'
import { requiresOrgConfiguration } from './access.ts'
import { apply } from './apply.ts'
import { requirePace } from './pace.ts'
import { responseOf, currentState, planOf, tagOf } from './plan.ts'
import { requireBase } from './precondition.ts'
import { REFUSED_APPLY, REFUSED_PLAN } from './refusals.ts'
import { planOfRestore } from './restore.ts'
import { listRevisions, readRevision } from './revisions.ts'
import {
	AppliedConfiguration,
	ApplyQuery,
	ConfigurationPlan,
	ConfigurationRequest,
	ConfigurationRevision,
	OrgConfiguration,
	OrgRevision,
	PlatformConfiguration,
	PlatformRevision,
} from './schema.ts'

type C = Context<SignedIn>
type Request = z.infer<typeof ConfigurationRequest>

// The platform and an org have the same operations. `owner` is an org's id, or `platform`.

async function exported(c: C, owner: string) {
	const state = await currentState(c, owner)
	return taggedText(c, state.text, tagOf(state))
}

async function planned(c: C, owner: string, request: Request) {
	const state = await currentState(c, owner, request.document)
	const plan = await planOf(c, state, request)
	requireKnown(c, plan.unknown)
	return c.json(responseOf(plan))
}

async function applied(c: C, owner: string, request: Request, confirmed: z.infer<typeof ApplyQuery>) {
	await requirePace(c.env, owner)
	const state = await currentState(c, owner, request.document)
	requireBase(c.req.header('If-Match'), state)
	const plan = await planOf(c, state, request)
	requireKnown(c, plan.unknown)
	const response = await apply(c, plan, confirmed, { kind: 'apply' })
	c.header('ETag', tagOf(response))
	return c.json(response)
}

async function restored(c: C, owner: string, number: string, confirmed: z.infer<typeof ApplyQuery>) {
	await requirePace(c.env, owner)
	const plan = await planOfRestore(c, owner, number)
	return c.json(await apply(c, plan, confirmed, { kind: 'restore', restored_from: Number(number) }))
}

const listed = async (c: C, owner: string, page: z.infer<typeof PageQuery>) =>
	c.json(await listRevisions(c, owner, page))

const LIST = 'List the revisions of the configuration'
const READ = 'Read a revision with its document'
const RESTORE = 'Restore the document of a revision as a new one'

export const platformConfigurationRoutes = new Hono<App>()

platformConfigurationRoutes.get(
	'/',
	requires('platform_admin'),
	returns(200, PlatformConfiguration, "Export the platform's configuration as one document"),
	(c) => exported(c, PLATFORM),
)

platformConfigurationRoutes.post(
	'/plan',
	requires('platform_admin'),
	body(ConfigurationRequest),
	returns(200, ConfigurationPlan, 'Plan what applying a document to the platform would change', { isAudited: false }),
	refuses(...REFUSED_PLAN),
	(c) => planned(c, PLATFORM, c.req.valid('json')),
)

platformConfigurationRoutes.put(
	'/',
	requires('platform_admin'),
	query(ApplyQuery),
	body(ConfigurationRequest),
	returns(200, AppliedConfiguration, 'Apply a document to the platform, whole or not at all'),
	refuses(...REFUSED_APPLY, 'configuration.if_match_required'),
	(c) => applied(c, PLATFORM, c.req.valid('json'), c.req.valid('query')),
)

platformConfigurationRoutes.get(
	'/revisions',
	requires('platform_admin'),
	query(PageQuery),
	returns(200, z.array(ConfigurationRevision), LIST),
	(c) => listed(c, PLATFORM, c.req.valid('query')),
)

platformConfigurationRoutes.get(
	'/revisions/:number',
	requires('platform_admin'),
	returns(200, PlatformRevision, READ),
	async (c) => taggedJson(c, (await readRevision(c, PLATFORM, c.req.param('number'))).revision),
)

platformConfigurationRoutes.post(
	'/revisions/:number/restore',
	requires('platform_admin'),
	query(ApplyQuery),
	returns(200, AppliedConfiguration, RESTORE),
	refuses(...REFUSED_APPLY, 412, 'configuration.secret_gone'),
	(c) => restored(c, PLATFORM, c.req.param('number'), c.req.valid('query')),
)

export const orgConfigurationRoutes = new Hono<App>()

orgConfigurationRoutes.get(
	'/:org_id/config',
	requiresOrgConfiguration(),
	returns(200, OrgConfiguration, "Export an org's configuration as one document; needs `data.secrets` too"),
	(c) => exported(c, c.req.param('org_id')),
)

orgConfigurationRoutes.post(
	'/:org_id/config/plan',
	requiresOrgConfiguration(),
	body(ConfigurationRequest),
	returns(200, ConfigurationPlan, 'Plan what applying a document to an org would change; needs `data.secrets` too', {
		isAudited: false,
	}),
	refuses(...REFUSED_PLAN),
	(c) => planned(c, c.req.param('org_id'), c.req.valid('json')),
)

orgConfigurationRoutes.put(
	'/:org_id/config',
	requiresOrgConfiguration(),
	query(ApplyQuery),
	body(ConfigurationRequest),
	returns(200, AppliedConfiguration, 'Apply a document to an org, whole or not at all; needs `data.secrets` too'),
	refuses(...REFUSED_APPLY, 'configuration.if_match_required'),
	(c) => applied(c, c.req.param('org_id'), c.req.valid('json'), c.req.valid('query')),
)

orgConfigurationRoutes.get(
	'/:org_id/config/revisions',
	requiresOrgConfiguration(),
	query(PageQuery),
	returns(200, z.array(ConfigurationRevision), `${LIST} of an org; needs \`data.secrets\` too`),
	(c) => listed(c, c.req.param('org_id'), c.req.valid('query')),
)

orgConfigurationRoutes.get(
	'/:org_id/config/revisions/:number',
	requiresOrgConfiguration(),
	returns(200, OrgRevision, `${READ}; needs \`data.secrets\` too`),
	async (c) => taggedJson(c, (await readRevision(c, c.req.param('org_id'), c.req.param('number'))).revision),
)

orgConfigurationRoutes.post(
	'/:org_id/config/revisions/:number/restore',
	requiresOrgConfiguration(),
	query(ApplyQuery),
	returns(200, AppliedConfiguration, `${RESTORE}; needs \`data.secrets\` too`),
	refuses(...REFUSED_APPLY, 412, 'configuration.secret_gone'),
	(c) => restored(c, c.req.param('org_id'), c.req.param('number'), c.req.valid('query')),
)
