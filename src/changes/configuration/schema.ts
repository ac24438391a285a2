import * as z from 'zod'
import { doc } from '#doc'
import { id, queryInteger, timestamp } from '../../http/fields.ts'
import { isObject } from '../../http/json-input.ts'
import { EmailConfig } from '../../messages/email/schema.ts'
import { EntitlementOverride } from '../../plans/entitlements/schema.ts'
import { FeatureFlag, FeatureFlagOverride } from '../../plans/feature-flags/schema.ts'
import { Entitlement, Plan } from '../../plans/plans/schema.ts'
import { ConfigEntry } from '../../providers/config-entries/schema.ts'
import { LlmModel, LlmProvider } from '../../providers/llm-providers/schema.ts'
import { McpConfig } from '../../providers/mcp-configs/schema.ts'
import { GatewayConfig } from '../../traffic/gateway/schema.ts'
import { ConfirmQuery, IpRule } from '../../traffic/ip-rules/schema.ts'
import { WebhookEndpoint } from '../../webhooks/endpoints/schema.ts'
import { REVISION_KINDS } from './table.ts'
import { WARNINGS } from './warnings.ts'

const StoredSecret = z
	.object({
		$secret: z.object({
			set: z.literal(true),
			fingerprint: z
				.string()
				.nullable()
				.meta(
					doc({
						description: 'Equal as long as the secret is. Null for a secret that does not open.',
						example: 'wPq2yAn1rJtv0cQkB6mZ3Q',
					}),
				),
		}),
	})
	.meta(
		doc({
			id: 'StoredSecret',
			description:
				'A stored secret. A document to apply may also have `{"$secret": {"keep": true}}` or `{"$secret": {"value": "…"}}` in its place.',
		}),
	)

const secret = () => StoredSecret.nullable()

/** The entries of a section under their natural keys. */
const entries = <S extends z.ZodType>(item: S, description: string) =>
	z.record(z.string(), item).meta(doc({ description }))

const ToolProviderEntry = z.object({ is_active: z.boolean(), base_url: z.string().nullable(), api_key: secret() })
const toolProviders = () => entries(ToolProviderEntry, 'By the full name of the provider.')

export const PlatformConfiguration = z
	.object({
		version: z.literal(1),
		plans: entries(
			z.object({
				display_name: Plan.shape.display_name,
				entitlements: entries(Entitlement.pick({ value: true, value_type: true }), 'By key.'),
			}),
			'By name.',
		),
		feature_flags: entries(FeatureFlag.pick({ description: true, default_value: true }), 'By key.'),
		config_entries: entries(
			z.object({ value: z.union([ConfigEntry.shape.value, StoredSecret]) }),
			'By key. The value of a write-only key is a secret.',
		),
		tool_providers: toolProviders(),
		gateway_config: z.object(GatewayConfig.shape),
		email_config: z
			.object({
				...EmailConfig.pick({ from: true, smtp_host: true, smtp_port: true, smtp_user: true, smtp_tls_mode: true })
					.shape,
				smtp_pass: secret(),
			})
			.meta(doc({ description: 'What is stored. The variables of the deployment are no part of it.' })),
	})
	.meta(doc({ id: 'PlatformConfiguration' }))

const modelEntry = z.object(LlmModel.shape).omit({ id: true, provider_id: true, model: true })

export const OrgConfiguration = z
	.object({
		version: z.literal(1),
		feature_flag_overrides: entries(FeatureFlagOverride.pick({ enabled: true }), 'By the key of the flag.'),
		entitlement_overrides: entries(
			EntitlementOverride.pick({ value: true, value_type: true, reason: true, expires_at: true }),
			'By key.',
		),
		tool_providers: toolProviders(),
		llm_providers: entries(
			z.object({
				...LlmProvider.pick({ provider: true, base_url: true, vendor_a_api_mode: true, advanced_json: true }).shape,
				api_key: secret(),
				models: entries(modelEntry, 'By model.'),
			}),
			'By name.',
		),
		mcp_configs: entries(
			z.object({
				...McpConfig.pick({ transport: true, url: true, command: true, args: true, cwd: true }).shape,
				...McpConfig.pick({ inherit_parent_env: true, call_timeout_ms: true, is_active: true }).shape,
				bearer_token: secret(),
				env: secret(),
			}),
			'By name.',
		),
		ip_rules: entries(IpRule.pick({ note: true }), 'By type and network: `allowlist 203.0.113.0/24`.'),
		webhook_endpoints: entries(
			z.object({ ...WebhookEndpoint.pick({ events: true, enabled: true }).shape, secret: secret() }),
			'By URL. A second endpoint of the same URL has `#2` behind it.',
		),
	})
	.meta(doc({ id: 'OrgConfiguration' }))

/** What a plan and an apply take. The example is valid for the platform and for an org. */
export const ConfigurationRequest = z
	.object({
		document: z.custom<Record<string, unknown>>(isObject, 'Must be a document').meta(
			doc({
				type: 'object',
				description:
					'A document in the form of GET. A section that is left out stays as it is. An entry is whole: a field that is left out has its default, and a secret that is left out stays.',
				example: {
					version: 1,
					tool_providers: { 'web_search.selfhosted': { is_active: true, base_url: 'https://search.example.com' } },
				},
			}),
		),
		mode: z
			.enum(['merge', 'exact'])
			.default('merge')
			.meta(
				doc({
					description:
						'`merge` deletes nothing. `exact` deletes, in the sections that it applies, what the document does not name.',
				}),
			),
		sections: z
			.array(z.string().meta(doc({ example: 'tool_providers' })))
			.optional()
			.meta(doc({ description: 'The sections to apply: all that the document has when absent.' })),
	})
	.meta(doc({ id: 'ConfigurationRequest' }))

const Entry = z
	.record(z.string(), z.unknown())
	.nullable()
	.meta(doc({ example: { description: '', default_value: true } }))

const ConfigurationChange = z
	.object({
		action: z.enum(['create', 'update', 'delete']),
		section: z.string().meta(doc({ example: 'feature_flags' })),
		key: z.string().meta(doc({ example: 'research.deep_mode' })),
		before: Entry,
		after: Entry,
	})
	.meta(doc({ id: 'ConfigurationChange' }))

const ConfigurationWarning = z
	.object({
		reason: z.enum(WARNINGS),
		section: z.string().meta(doc({ example: 'plans' })),
		key: z
			.string()
			.nullable()
			.meta(doc({ example: 'team' })),
		message: z
			.string()
			.meta(doc({ example: '12 active subscriptions have this plan and get its new entitlements at once.' })),
	})
	.meta(doc({ id: 'ConfigurationWarning' }))

const hash = () =>
	z
		.string()
		.meta(
			doc({ description: 'Names a document by its content.', example: 'p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg' }),
		)

export const ConfigurationPlan = z
	.object({
		changes: z.array(ConfigurationChange).meta(doc({ description: 'What an apply does, in its order.' })),
		warnings: z.array(ConfigurationWarning),
		base: z.string().meta(
			doc({
				description: 'The state that the plan was made from. Send it as `If-Match` of the apply.',
				example: '"p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg"',
			}),
		),
		hash: hash().meta(doc({ description: 'The hash of the document after the apply.' })),
	})
	.meta(doc({ id: 'ConfigurationPlan' }))

export const AppliedConfiguration = ConfigurationPlan.extend({
	revision: z
		.int()
		.nullable()
		.meta(
			doc({
				description: 'The number of the new revision. When nothing changed, that of the newest, or null.',
				example: 7,
			}),
		),
}).meta(doc({ id: 'AppliedConfiguration' }))

export const ApplyQuery = ConfirmQuery.extend({
	allow_deletes: queryInteger(0, 999_999_999)
		.default(0)
		.meta(doc({ description: 'How many entries may be deleted. Up to 20 may always be.', default: 0 })),
})

const revisionFields = {
	number: z.int().meta(doc({ example: 7 })),
	kind: z.enum(REVISION_KINDS).meta(
		doc({
			description: '`found` is a state that single calls had made, kept because the next revision replaced it.',
		}),
	),
	hash: hash(),
	change_count: z
		.int()
		.nullable()
		.meta(doc({ description: 'Null for a state that was found.', example: 3 })),
	restored_from: z
		.int()
		.nullable()
		.meta(doc({ description: 'The revision that was restored.', example: null })),
	actor_user_id: id('usr').nullable(),
	actor_api_key_id: id('key')
		.nullable()
		.meta(doc({ example: null })),
	created_at: timestamp(),
}

export const ConfigurationRevision = z.object(revisionFields).meta(doc({ id: 'ConfigurationRevision' }))

export const PlatformRevision = z
	.object({ ...revisionFields, document: PlatformConfiguration })
	.meta(doc({ id: 'PlatformRevision' }))

export const OrgRevision = z.object({ ...revisionFields, document: OrgConfiguration }).meta(doc({ id: 'OrgRevision' }))
