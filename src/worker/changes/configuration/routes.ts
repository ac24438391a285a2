import * as z from 'zod'
import { dear, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { may } from '../../tenancy/orgs/doors.ts'
import { DOCUMENT_READERS, DOCUMENT_WRITERS } from './access.ts'
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

/** What the handlers do loads with the first call. */
const operations = () => import('./operations.ts')

const AND = 'needs `data.secrets` too'

/** At both doors: `/v1/admin/config`, and `/v1/orgs/:org_id/config`. */
export const configurationRoutes = routes()

configurationRoutes.post(
	'/plan',
	may(DOCUMENT_READERS),
	body(ConfigurationRequest),
	returns(
		200,
		ConfigurationPlan,
		{
			platform: 'Plan what applying a document to the platform would change',
			org: `Plan what applying a document to an org would change; ${AND}`,
		},
		{ changes: false },
	),
	refuses(...REFUSED_PLAN),
	async (c) => (await operations()).planned(c, c.req.valid('json')),
)

configurationRoutes.put(
	'/',
	may(DOCUMENT_WRITERS),
	stepUp(),
	dear('org', 'applies'),
	query(ApplyQuery),
	body(ConfigurationRequest),
	returns(200, AppliedConfiguration, {
		platform: 'Apply a document to the platform, whole or not at all',
		org: `Apply a document to an org, whole or not at all; ${AND}`,
	}),
	refuses(...REFUSED_APPLY, 'configuration.if_match_required'),
	async (c) => (await operations()).applied(c, c.req.valid('json'), c.req.valid('query')),
)

configurationRoutes.get(
	'/revisions',
	may(DOCUMENT_READERS),
	query(PageQuery),
	returns(200, z.array(ConfigurationRevision), {
		platform: 'List the revisions of the configuration',
		org: `List the revisions of the configuration of an org; ${AND}`,
	}),
	async (c) => (await operations()).listed(c, c.req.valid('query')),
)

configurationRoutes.post(
	'/revisions/:number/restore',
	may(DOCUMENT_WRITERS),
	stepUp(),
	dear('org', 'applies'),
	query(ApplyQuery),
	returns(200, AppliedConfiguration, {
		platform: 'Restore the document of a revision as a new one',
		org: `Restore the document of a revision as a new one; ${AND}`,
	}),
	refuses(...REFUSED_APPLY, 412, 'configuration.secret_gone'),
	async (c) => (await operations()).restored(c, c.req.param('number'), c.req.valid('query')),
)

/** The document of the platform and that of an org have other sections. */
const documentRoutes = (exported: ReturnType<typeof returns>, read: ReturnType<typeof returns>) =>
	routes()
		.get('/', may(DOCUMENT_READERS), exported, async (c) => (await operations()).exported(c))
		.get('/revisions/:number', may(DOCUMENT_READERS), read, async (c) =>
			(await operations()).read(c, c.req.param('number')),
		)

export const platformConfigurationRoutes = documentRoutes(
	returns(200, PlatformConfiguration, "Export the platform's configuration as one document"),
	returns(200, PlatformRevision, 'Read a revision with its document'),
)

export const orgConfigurationRoutes = documentRoutes(
	returns(200, OrgConfiguration, `Export an org's configuration as one document; ${AND}`),
	returns(200, OrgRevision, `Read a revision with its document; ${AND}`),
)
