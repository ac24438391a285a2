import { configurationGenerations, configurationRevisions } from '../../changes/configuration/table.ts'
import { unconfirmedChanges } from '../../changes/reverts/table.ts'
import { withMaskedUrl } from '../../ground/outbound/masked.ts'
import { replacedSecrets, secrets } from '../../ground/secrets/table.ts'
import { entitlementOverrides } from '../../plans/entitlements/table.ts'
import { featureFlagOverrides } from '../../plans/feature-flags/table.ts'
import { llmModels, llmProviders } from '../../providers/llm-providers/table.ts'
import { mcpConfigs, toConfig } from '../../providers/mcp-configs/table.ts'
import { toolGroups, toolProviders } from '../../providers/tool-providers/table.ts'
import { orgDeletions, orgs } from '../../tenancy/orgs/table.ts'
import { ipRules, toRule } from '../../traffic/ip-rules/table.ts'
import { webhookEndpoints } from '../../webhooks/endpoints/table.ts'
import { type Decision, names } from './decision.ts'
import { orgExportParts, orgExports } from './table.ts'

const BY_OWNER = 'owner = :org'

const SECRETS = `(table_name = 'tool_providers' AND row_id IN (SELECT t.owner || ' ' || t.provider_name FROM tool_providers t WHERE t.owner = :org)
	OR table_name = 'llm_providers' AND row_id IN (SELECT p.id FROM llm_providers p WHERE p.org_id = :org)
	OR table_name = 'mcp_configs' AND row_id IN (SELECT m.id FROM mcp_configs m WHERE m.org_id = :org)
	OR table_name = 'oidc_connections' AND row_id IN (SELECT o.id FROM oidc_connections o WHERE o.org_id = :org)
	OR table_name = 'requests' AND row_id IN (SELECT r.id FROM requests r WHERE r.org_id = :org OR r.owner = :org)
	OR table_name = 'webhook_endpoints' AND row_id IN (SELECT w.id FROM webhook_endpoints w WHERE w.org_id = :org))`

/** What an org configured, and what says that it was deleted. Nothing of it is needed once the org is gone. */
export const SETTINGS: Record<string, Decision> = {
	secrets: {
		table: secrets,
		rows: SECRETS,
		expires: true,
		exported: { not: 'They are secret' },
		erased: 'deleted',
	},
	replaced_secrets: {
		table: replacedSecrets,
		rows: SECRETS,
		expires: true,
		exported: { not: 'They are secret' },
		erased: 'deleted',
	},
	webhook_endpoints: {
		table: webhookEndpoints,
		exported: {
			columns: names(
				'id org_id url events enabled disabled_reason public_key previous_public_key previous_key_until has_secret last_failure created_at',
			),
			withheld: {
				due_at: 'Its deliveries say when they are due',
				previous_secret_until: 'No list shows it',
				attempt_count: 'Its attempts are shown',
				success_count: 'Its attempts are shown',
				failing_since: 'Its attempts are shown',
				deleted_at: 'Only endpoints that are there are shown',
			},
			where: 'deleted_at IS NULL',
			line: withMaskedUrl,
		},
		erased: 'deleted',
	},
	llm_models: {
		table: llmModels,
		rows: 'provider_id IN (SELECT p.id FROM llm_providers p WHERE p.org_id = :org)',
		exported: {
			columns: names(
				'id provider_id model priority is_default tags when advanced_json multiplier cost_per_1k_input cost_per_1k_output cost_per_1k_cache_write cost_per_1k_cache_read created_at entitlement',
			),
		},
		erased: 'deleted',
	},
	llm_providers: {
		table: llmProviders,
		exported: {
			columns: names('id org_id provider name key_prefix base_url vendor_a_api_mode advanced_json created_at'),
		},
		erased: 'deleted',
	},
	mcp_configs: {
		table: mcpConfigs,
		exported: {
			columns: names(
				'id org_id name transport url stdio_url has_auth command args cwd inherit_parent_env call_timeout_ms is_active created_at updated_at entitlement',
			),
			line: (row: typeof mcpConfigs.$inferSelect) => withMaskedUrl(toConfig(row)),
		},
		erased: 'deleted',
	},
	tool_providers: {
		table: toolProviders,
		rows: BY_OWNER,
		exported: {
			columns: names('group_name provider_name is_active key_prefix base_url updated_at'),
			withheld: { owner: 'It is the org' },
		},
		erased: 'deleted',
	},
	tool_groups: {
		table: toolGroups,
		rows: BY_OWNER,
		exported: { not: 'It counts changes' },
		erased: 'deleted',
	},
	ip_rules: {
		table: ipRules,
		exported: { columns: names('id org_id type cidr note created_at'), line: toRule },
		erased: 'deleted',
	},
	entitlement_overrides: {
		table: entitlementOverrides,
		exported: {
			columns: names('id org_id key value value_type reason expires_at created_by_user_id created_at'),
		},
		erased: 'deleted',
	},
	feature_flag_overrides: {
		table: featureFlagOverrides,
		exported: { columns: names('id org_id flag_key enabled created_at') },
		erased: 'deleted',
	},
	unconfirmed_changes: {
		table: unconfirmedChanges,
		expires: true,
		exported: { not: 'The audit log has the changes' },
		erased: 'deleted',
	},
	configuration_revisions: {
		table: configurationRevisions,
		rows: BY_OWNER,
		exported: {
			columns: names('number kind change_count restored_from actor_user_id actor_api_key_id created_at'),
			withheld: {
				owner: 'It is the org',
				hash: 'A hash',
				document: 'It has hashes of secrets. Its parts are shown row by row',
				secret_ids: 'They name secrets',
				start: 'It counts bytes',
				size: 'It counts bytes',
			},
		},
		erased: 'deleted',
	},
	configuration_generations: {
		table: configurationGenerations,
		rows: BY_OWNER,
		exported: { not: 'It counts changes' },
		erased: 'deleted',
	},
	org_export_parts: {
		table: orgExportParts,
		rows: 'export_id IN (SELECT x.id FROM org_exports x WHERE x.org_id = :org)',
		backup: { left: 'They belong to exports' },
		exported: { not: 'They are the export' },
		erased: 'deleted',
	},
	org_exports: {
		table: orgExports,
		backup: { left: 'They are made again in minutes' },
		exported: { not: 'They are exports' },
		erased: 'deleted',
	},
	orgs: {
		table: orgs,
		rows: 'id = :org',
		exported: {
			columns: names('id name created_at'),
			withheld: {
				seq: 'A row number',
				last_run_on: 'The runs say it',
				ip_rules: 'They are shown row by row',
				member_count: 'The members are shown',
				personal_of: 'The members are shown',
				deleted_at: 'A deleted org has no exports',
			},
		},
		erased: { kept: 'The ledger, runs and usage belong to it. It lost its name when it was deleted' },
	},
	org_deletions: {
		table: orgDeletions,
		exported: { not: 'A deleted org has no exports' },
		erased: { kept: 'It says when the org was deleted and erased. The last step takes its name out' },
	},
}
