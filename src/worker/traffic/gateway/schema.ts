import * as z from 'zod'
import { doc } from '#doc'
import { RISKS } from '../../context.ts'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { cidrInput } from '../../ground/networks/input.ts'
import { IP_MODES } from '../../principal.ts'

/** More networks than any CDN has. */
const MAX_TRUSTED = 500

const IpMode = z.enum(IP_MODES).meta(
	doc({
		description:
			'Where the gateway reads the address of a caller. `direct`: the peer. `proxy`: the right-most hop of `X-Forwarded-For` that is not trusted. `cdn`: `True-Client-IP`. A header counts only when the peer is trusted; otherwise the address is the peer.',
		example: 'proxy',
	}),
)

export const GatewayConfig = named('GatewayConfig', {
	ip_mode: IpMode,
	trusted_cidrs: z
		.array(z.string())
		.meta(doc({ description: 'The peers whose headers count, in canonical form.', example: ['203.0.113.0/24'] })),
	risk_reject_threshold: z
		.number()
		.meta(doc({ description: 'The gateway refuses a score at or above it; 0 refuses nobody.', example: 0.75 })),
})

export type GatewayDocument = z.infer<typeof GatewayConfig>

const inputs = {
	ip_mode: IpMode,
	trusted_cidrs: z
		.array(cidrInput())
		.max(MAX_TRUSTED)
		.transform((cidrs) => [...new Set(cidrs)])
		.meta(
			doc({
				description: 'IPv4 and IPv6 networks, or bare addresses. `proxy` and `cdn` need at least one.',
				example: ['203.0.113.0/24'],
			}),
		),
	risk_reject_threshold: z
		.number()
		.min(0)
		.max(1)
		.meta(
			doc({
				description: 'The gateway refuses a score at or above it; 0 refuses nobody. Platform admins are never refused.',
				example: 0.75,
			}),
		),
}

/** What is wrong with a mode that reads headers and trusts nobody. */
export const NEEDS_NETWORK = { path: 'trusted_cidrs', message: must.network_unless_direct }

const needsNetwork = { path: [NEEDS_NETWORK.path], error: NEEDS_NETWORK.message }

/** A whole document. */
export const GatewayEntry = z
	.object(inputs)
	.refine(({ ip_mode, trusted_cidrs }) => ip_mode === 'direct' || trusted_cidrs.length > 0, needsNetwork)

export const PutGatewayConfig = z
	.object({
		ip_mode: inputs.ip_mode.nullish(),
		trusted_cidrs: inputs.trusted_cidrs.nullish(),
		risk_reject_threshold: inputs.risk_reject_threshold.nullish(),
	})
	.refine(({ ip_mode, trusted_cidrs }) => !ip_mode || ip_mode === 'direct' || trusted_cidrs?.length !== 0, needsNetwork)
	.transform(
		(fields) =>
			Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Partial<GatewayDocument>,
	)
	.meta(doc({ id: 'PutGatewayConfig', description: 'A field that is left out keeps its value.' }))

export const RehearseGatewayConfig = named('RehearseGatewayConfig', { config: GatewayEntry })

const count = (description: string, example: number) => z.int().meta(doc({ description, example }))
const refusals = (example: number) => count('Requests that the proposed configuration would refuse.', example)
const newRefusals = (example: number) => count('Those of them that the present configuration admits.', example)

export const Rehearsal = named('Rehearsal', {
	judged: z
		.int()
		.meta(doc({ description: 'How many requests of the recent access log were assessed.', example: 20_000 })),
	refused: refusals(12),
	refused_by: z.object({ 'ip.blocked': refusals(3), 'risk.rejected': refusals(9) }),
	newly_refused: newRefusals(9),
	newly_admitted: count('Requests that only the present configuration refuses.', 1),
	refused_by_both: count('Requests that both configurations refuse.', 3),
	users: z
		.array(
			z.object({
				user_id: id('usr').meta(doc({ description: 'A user, or a service account.' })),
				username: z.nullable(z.string()).meta(doc({ example: 'Ada' })),
				login: z.nullable(z.string()).meta(doc({ example: 'ada' })),
				refused: refusals(8),
				newly_refused: newRefusals(7),
				last_at: timestamp().meta(doc({ description: "When this user's newest refused request arrived." })),
			}),
		)
		.meta(
			doc({
				description:
					'The 100 users with the most new refusals, then with the most refusals, including those of their API keys.',
			}),
		),
	anonymous: z.object({ refused: refusals(4), newly_refused: newRefusals(2) }),
	from: timestamp()
		.nullable()
		.meta(doc({ description: 'When the oldest assessed request arrived; null if none was assessed.' })),
	to: z.nullable(timestamp()).meta(doc({ description: 'When the newest assessed request arrived.' })),
	caller: z
		.object({
			client_ip: z.string().meta(doc({ example: '203.0.113.7' })),
			risk_score: z.number().meta(doc({ example: 0.2 })),
			risk_reasons: z.array(z.enum(RISKS)).meta(doc({ example: ['empty_user_agent'] })),
			refused: z.boolean().meta(doc({ description: 'False for platform admins, who are exempt.', example: false })),
		})
		.meta(doc({ description: 'This very request, assessed under the proposed configuration.' })),
})
