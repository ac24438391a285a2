import { getTableName } from 'drizzle-orm'
import { PLATFORM } from '../ground/db/columns.ts'
import type { Configured, ConfiguredTable, Revertible } from '../ground/write/configured.ts'
import { configuredEmail } from '../messages/email/configured.ts'
import { revertibleRoles } from '../people/operators/revertible.ts'
import { configuredEntitlementOverrides } from '../plans/entitlements/configured.ts'
import { configuredFlagOverrides, configuredFlags } from '../plans/feature-flags/configured.ts'
import { configuredPlans } from '../plans/plans/configured.ts'
import { configuredEntries } from '../providers/config-entries/configured.ts'
import { configuredLlmProviders } from '../providers/llm-providers/configured.ts'
import { configuredMcpConfigs } from '../providers/mcp-configs/configured.ts'
import { configuredTools } from '../providers/tool-providers/configured.ts'
import { revertibleRequirements } from '../sign-in/requirements/revertible.ts'
import { configuredBudgets } from '../spending/budgets/configured.ts'
import { revertiblePauses } from '../spending/pauses/revertible.ts'
import { revertibleRequests } from '../spending/requests/revertible.ts'
import { configuredGateway } from '../traffic/gateway/configured.ts'
import { configuredIpRules } from '../traffic/ip-rules/configured.ts'
import { configuredEndpoints } from '../webhooks/endpoints/configured.ts'

/** Everything that can be configured, in the order of a document. A kind that others refer to comes before them. */
export const KINDS: readonly Configured[] = [
	configuredPlans,
	configuredFlags,
	configuredFlagOverrides,
	configuredEntitlementOverrides,
	configuredEntries,
	configuredTools,
	configuredLlmProviders,
	configuredMcpConfigs,
	configuredBudgets,
	configuredIpRules,
	configuredEndpoints,
	configuredGateway,
	configuredEmail,
]

/** Every kind whose changes can be reverted: those of documents, and what no document has. */
export const REVERTIBLE: readonly Revertible[] = [
	...KINDS,
	revertiblePauses,
	revertibleRequests,
	revertibleRoles,
	revertibleRequirements,
]

/** The reasons for which kinds have no room for more rows. */
export const reasonsOfLimits = (kinds: readonly Revertible[]) => [
	...new Set(kinds.flatMap(({ limits = [] }) => limits.map(({ reason }) => reason ?? ('limit.reached' as const)))),
]

const OF_PLATFORM = KINDS.filter((kind) => kind.of !== 'org')
const OF_ORG = KINDS.filter((kind) => kind.of !== 'platform')

/** The kinds in an owner's document, in order. `owner` is an org's id, or `platform`. */
export const kindsOf = (owner: string) => (owner === PLATFORM ? OF_PLATFORM : OF_ORG)

export const tablesOf = ({ rows, child }: Revertible): ConfiguredTable[] => (child ? [rows, child] : [rows])

/** The tables of all kinds whose changes can be reverted, parents first. */
export const TABLES: ReadonlyMap<string, { kind: Revertible; rows: ConfiguredTable }> = new Map(
	REVERTIBLE.flatMap((kind) => tablesOf(kind).map((rows) => [getTableName(rows.table), { kind, rows }] as const)),
)
