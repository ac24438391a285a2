import { PLATFORM } from '../../tenancy/orgs/table.ts'
import type { Section } from './section.ts'
import { configEntriesSection } from './sections/config-entries.ts'
import { emailSection } from './sections/email.ts'
import { entitlementOverridesSection } from './sections/entitlement-overrides.ts'
import { featureFlagOverridesSection, featureFlagsSection } from './sections/feature-flags.ts'
import { gatewaySection } from './sections/gateway.ts'
import { ipRulesSection } from './sections/ip-rules.ts'
import { llmProvidersSection } from './sections/llm-providers.ts'
import { mcpConfigsSection } from './sections/mcp-configs.ts'
import { plansSection } from './sections/plans.ts'
import { toolProvidersSection } from './sections/tool-providers.ts'
import { webhookEndpointsSection } from './sections/webhook-endpoints.ts'

const OF_THE_PLATFORM: Section[] = [
	plansSection,
	featureFlagsSection,
	configEntriesSection,
	toolProvidersSection,
	gatewaySection,
	emailSection,
]

const OF_AN_ORG: Section[] = [
	featureFlagOverridesSection,
	entitlementOverridesSection,
	toolProvidersSection,
	llmProvidersSection,
	mcpConfigsSection,
	ipRulesSection,
	webhookEndpointsSection,
]

/** The sections of a document, in its order. `owner` is an org's id, or `platform`. */
export const sectionsOf = (owner: string) => (owner === PLATFORM ? OF_THE_PLATFORM : OF_AN_ORG)
