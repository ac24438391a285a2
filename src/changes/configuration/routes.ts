import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { PLATFORM } from '../../db/columns.ts'
import { requires, stepUp } from '../../http/access.ts'
import { body, query, refuses, returns } from '../../http/contract.ts'
import { PageQuery } from '../../http/page.ts'
import { requiresOrgConfiguration } from './access.ts'
import { REFUSED_APPLY, REFUSED_PLAN } from './refusals.ts'
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

/** The platform and an org have the same operations. They load with the first call. */
const operations = () => import('./operations.ts')

const LIST = 'List the revisions of the configuration'
const READ = 'Read a revision with its document'
const RESTORE = 'Restore the document of a revision as a new one'

export const platformConfigurationRoutes = new Hono<App>()

platformConfigurationRoutes.get(
	'/',
	requires('platform.read'),
	returns(200, PlatformConfiguration, "Export the platform's configuration as one document"),
	async (c) => (await operations()).exported(c, PLATFORM),
)

platformConfigurationRoutes.post(
	'/plan',
	requires('platform.read'),
	body(ConfigurationRequest),
	returns(200, ConfigurationPlan, 'Plan what applying a document to the platform would change', { isAudited: false }),
	refuses(...REFUSED_PLAN),
	async (c) => (await operations()).planned(c, PLATFORM, c.req.valid('json')),
)

platformConfigurationRoutes.put(
	'/',
	requires('platform_admin'),
	stepUp(),
	query(ApplyQuery),
	body(ConfigurationRequest),
	returns(200, AppliedConfiguration, 'Apply a document to the platform, whole or not at all'),
	refuses(...REFUSED_APPLY, 'configuration.if_match_required'),
	async (c) => (await operations()).applied(c, PLATFORM, c.req.valid('json'), c.req.valid('query')),
)

platformConfigurationRoutes.get(
	'/revisions',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(ConfigurationRevision), LIST),
	async (c) => (await operations()).listed(c, PLATFORM, c.req.valid('query')),
)

platformConfigurationRoutes.get(
	'/revisions/:number',
	requires('platform.read'),
	returns(200, PlatformRevision, READ),
	async (c) => (await operations()).read(c, PLATFORM, c.req.param('number')),
)

platformConfigurationRoutes.post(
	'/revisions/:number/restore',
	requires('platform_admin'),
	stepUp(),
	query(ApplyQuery),
	returns(200, AppliedConfiguration, RESTORE),
	refuses(...REFUSED_APPLY, 412, 'configuration.secret_gone'),
	async (c) => (await operations()).restored(c, PLATFORM, c.req.param('number'), c.req.valid('query')),
)

export const orgConfigurationRoutes = new Hono<App>()

orgConfigurationRoutes.get(
	'/:org_id/config',
	requiresOrgConfiguration({ onlyReads: true }),
	returns(200, OrgConfiguration, "Export an org's configuration as one document; needs `data.secrets` too"),
	async (c) => (await operations()).exported(c, c.req.param('org_id')),
)

orgConfigurationRoutes.post(
	'/:org_id/config/plan',
	requiresOrgConfiguration({ onlyReads: true }),
	body(ConfigurationRequest),
	returns(200, ConfigurationPlan, 'Plan what applying a document to an org would change; needs `data.secrets` too', {
		isAudited: false,
	}),
	refuses(...REFUSED_PLAN),
	async (c) => (await operations()).planned(c, c.req.param('org_id'), c.req.valid('json')),
)

orgConfigurationRoutes.put(
	'/:org_id/config',
	requiresOrgConfiguration(),
	stepUp(),
	query(ApplyQuery),
	body(ConfigurationRequest),
	returns(200, AppliedConfiguration, 'Apply a document to an org, whole or not at all; needs `data.secrets` too'),
	refuses(...REFUSED_APPLY, 'configuration.if_match_required'),
	async (c) => (await operations()).applied(c, c.req.param('org_id'), c.req.valid('json'), c.req.valid('query')),
)

orgConfigurationRoutes.get(
	'/:org_id/config/revisions',
	requiresOrgConfiguration({ onlyReads: true }),
	query(PageQuery),
	returns(200, z.array(ConfigurationRevision), `${LIST} of an org; needs \`data.secrets\` too`),
	async (c) => (await operations()).listed(c, c.req.param('org_id'), c.req.valid('query')),
)

orgConfigurationRoutes.get(
	'/:org_id/config/revisions/:number',
	requiresOrgConfiguration({ onlyReads: true }),
	returns(200, OrgRevision, `${READ}; needs \`data.secrets\` too`),
	async (c) => (await operations()).read(c, c.req.param('org_id'), c.req.param('number')),
)

orgConfigurationRoutes.post(
	'/:org_id/config/revisions/:number/restore',
	requiresOrgConfiguration(),
	stepUp(),
	query(ApplyQuery),
	returns(200, AppliedConfiguration, `${RESTORE}; needs \`data.secrets\` too`),
	refuses(...REFUSED_APPLY, 412, 'configuration.secret_gone'),
	async (c) => (await operations()).restored(c, c.req.param('org_id'), c.req.param('number'), c.req.valid('query')),
)
