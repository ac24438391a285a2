import { place } from './place.ts'

/** The layer of a thing that the search found: what belongs to no org is the platform's. */
const layerOf = (org_id: string | null): { of: 'org' | undefined } => ({ of: org_id === null ? undefined : 'org' })

export const integrations = [
	place('/llm-providers', {
		icon: 'models',
		access: 'signed_in',
		guide: 'models',
		isOfOrg: true,
		finds: {
			llm_provider: ({ id, org_id }) => ({
				to: '/llm-providers/$provider_id',
				params: { provider_id: id },
				search: layerOf(org_id),
			}),
		},
		linkOf: ({ provider_id, of }) =>
			provider_id !== undefined && {
				to: '/llm-providers/$provider_id',
				params: { provider_id },
				search: layerOf(of),
			},
	}),
	place('/llm-providers/resolve', {
		name: 'playground',
		icon: 'play',
		access: 'signed_in',
		chapter: 'llm-providers',
		beside: '/llm-providers',
	}),
	place('/tool-providers', {
		icon: 'tool',
		access: 'signed_in',
		linkOf: ({ provider_name, of }) => provider_name !== undefined && { to: '/tool-providers', search: layerOf(of) },
	}),
	place('/mcp-configs', {
		icon: 'server',
		access: 'signed_in',
		beside: '/tool-providers',
		isOfOrg: true,
		finds: {
			mcp_config: ({ id, org_id }) => ({
				to: '/mcp-configs/$config_id',
				params: { config_id: id },
				search: layerOf(org_id),
			}),
		},
		linkOf: ({ config_id, of }) =>
			config_id !== undefined && { to: '/mcp-configs/$config_id', params: { config_id }, search: layerOf(of) },
	}),
	place('/webhook-endpoints', {
		icon: 'webhook',
		access: 'signed_in',
		chapter: 'webhooks',
		guide: 'webhooks',
		isOfOrg: true,
		finds: {
			webhook_endpoint: ({ id }) => ({ to: '/webhook-endpoints/$endpoint_id', params: { endpoint_id: id } }),
			// Its id consists of those of the event and the endpoint.
			webhook_delivery: ({ id }) => ({
				to: '/webhook-endpoints/$endpoint_id/deliveries/$delivery_id',
				params: { endpoint_id: `whe_${id.slice(31)}`, delivery_id: id },
			}),
		},
		linkOf: ({ endpoint_id }) =>
			endpoint_id !== undefined && { to: '/webhook-endpoints/$endpoint_id', params: { endpoint_id } },
	}),
]
