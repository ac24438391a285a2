import { eq, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { now } from '../../db/columns.ts'
import { forgetPrincipals } from '../../identity/principals/principal.ts'
import { stateWithoutPassword } from '../../messages/email/redirect.ts'
import { emailConfig } from '../../messages/email/table.ts'
import { entitlementOverrides } from '../../plans/entitlements/table.ts'
import { forgetFlags } from '../../plans/feature-flags/evaluate.ts'
import { featureFlagOverrides, featureFlags } from '../../plans/feature-flags/table.ts'
import { planEntitlements, plans } from '../../plans/plans/table.ts'
import { stateWithEntitlements } from '../../plans/plans/with-entitlements.ts'
import { forgetGateway, stateOfGateway } from '../../traffic/gateway/current.ts'
import { gatewayConfig } from '../../traffic/gateway/table.ts'
import { hasRoom as hasRoomForRule, tooManyRules } from '../../traffic/ip-rules/room.ts'
import { ipRules } from '../../traffic/ip-rules/table.ts'
import { endpointAudit, endpointOf, isThere } from '../../webhooks/endpoints/columns.ts'
import { hasRoom as hasRoomForEndpoint, tooManyEndpoints } from '../../webhooks/endpoints/register.ts'
import { webhookEndpoints } from '../../webhooks/endpoints/table.ts'
import { wake } from '../../webhooks/endpoints/wake.ts'
import { afterwards } from '../../write/afterwards.ts'
import { configurationReverter } from './configuration.ts'
import { PROVIDERS } from './providers.ts'
import { redirectedMail } from './redirects.ts'
import type { Change, Reverter } from './reverter.ts'

// The kinds of changes that can be set back, by the table of their target. All of them are configuration. What a revert needs
// beyond its rows is a rule of the slice.

const byPlatform = () => 'platform_admin' as const
const byOrg = () => 'org.settings' as const

const byId = (target: SQLiteTable & { id: SQLiteColumn }) => (change: Change) => ({
	target,
	where: eq(target.id, change.target_id),
})

const updated_at = now

const SLICES: Record<string, Reverter> = {
	feature_flags: {
		tables: [{ table: featureFlags }, { table: featureFlagOverrides }],
		permission: byPlatform,
		shown: byId(featureFlags),
		after: forgetFlags,
	},
	feature_flag_overrides: {
		tables: [{ table: featureFlagOverrides }],
		permission: byPlatform,
		shown: byId(featureFlagOverrides),
		after: forgetFlags,
	},
	plans: {
		tables: [{ table: plans }, { table: planEntitlements }],
		permission: byPlatform,
		shown: ({ target_id }) => ({ target: plans, state: stateWithEntitlements(target_id) }),
	},
	entitlement_overrides: {
		tables: [{ table: entitlementOverrides }],
		permission: byPlatform,
		shown: byId(entitlementOverrides),
	},
	...PROVIDERS,
	ip_rules: {
		tables: [{ table: ipRules }],
		permission: byOrg,
		shown: byId(ipRules),
		limits: ({ org_id, after }) =>
			after === null ? [{ holds: hasRoomForRule(org_id as string), refusal: tooManyRules }] : [],
		locksOut: true,
		after: forgetPrincipals,
	},
	webhook_endpoints: {
		tables: [
			{
				table: webhookEndpoints,
				loose: ['attempt_count', 'success_count', 'failing_since', 'last_failure', 'due_at'],
				// The purge may have deleted its deliveries, and with them what was due.
				without: ['due_at'],
				exists: isThere,
				deletes: (db, where) => db.update(webhookEndpoints).set({ deleted_at: now(), enabled: false }).where(where),
			},
		],
		secrets: true,
		permission: byOrg,
		shown: ({ target_id, org_id }) => endpointAudit(target_id, endpointOf(org_id as string, target_id)),
		limits: ({ org_id, after }) =>
			after === null ? [{ holds: hasRoomForEndpoint(org_id as string), refusal: tooManyEndpoints }] : [],
		after: async (c, { target_id }, { before }) => {
			if (before?.enabled !== 1) return
			await afterwards(c, 'Wakes the endpoint.', () => c.executionCtx.waitUntil(wake(c.env, [target_id])))
		},
	},
	gateway_config: {
		tables: [{ table: gatewayConfig, moving: { updated_at, version: sql`${gatewayConfig.version} + 1` } }],
		permission: byPlatform,
		shown: () => ({ target: gatewayConfig, state: stateOfGateway }),
		after: (c) => {
			forgetPrincipals(c)
			forgetGateway(c)
		},
	},
	email_config: {
		tables: [{ table: emailConfig, moving: { updated_at } }],
		secrets: true,
		permission: byPlatform,
		shown: () => ({ target: emailConfig, state: stateWithoutPassword }),
		redirect: redirectedMail,
	},
}

export const REVERTERS: Record<string, Reverter> = { ...SLICES, configuration_revisions: configurationReverter(SLICES) }
