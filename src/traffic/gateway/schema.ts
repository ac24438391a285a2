import * as z from 'zod'
import { doc } from '#doc'
import { IP_MODES, RISKS } from '../../context.ts'
import { id, timestamp } from '../../http/fields.ts'
import { cidrInput } from '../../networks/input.ts'

/** More networks than any CDN has. */
const MAX_TRUSTED = 500

const IpMode = z.enum(IP_MODES).meta(
	doc({
		description:
			'Where the gateway reads the address of a caller. `direct`: the peer. `proxy`: the right-most hop of `X-Forwarded-For` that is not trusted. `cdn`: `True-Client-IP`. A header counts only when the peer is trusted; otherwise the address is the peer.',
		example: 'proxy',
	}),
)

export const GatewayConfig = z
	.object({
		ip_mode: IpMode,
		trusted_cidrs: z
			.array(z.string())
			.meta(doc({ description: 'The peers whose headers count, in canonical form.', example: ['203.0.113.0/24'] })),
		risk_reject_threshold: z
			.number()
			.meta(doc({ description: 'The gateway refuses a score at or above it; 0 refuses nobody.', example: 0.75 })),
	})
	.meta(doc({ id: 'GatewayConfig' }))

export type GatewayDocument = z.infer<typeof GatewayConfig>

export const PutGatewayConfig = z
	.object({
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
					description:
						'The gateway refuses a score at or above it; 0 refuses nobody. Platform admins are never refused.',
					example: 0.75,
				}),
			),
	})
	.refine(({ ip_mode, trusted_cidrs }) => ip_mode === 'direct' || trusted_cidrs.length > 0, {
		path: ['trusted_cidrs'],
		error: 'Must have at least one network in this ip_mode',
	})
	.meta(doc({ id: 'PutGatewayConfig' }))

export const RehearseGatewayConfig = z.object({ config: PutGatewayConfig }).meta(doc({ id: 'RehearseGatewayConfig' }))

const refusals = (example: number) => z.int().meta(doc({ description: 'Requests that would be refused.', example }))

export const Rehearsal = z
	.object({
		judged: z
			.int()
			.meta(doc({ description: 'How many requests of the recent access log were assessed.', example: 20_000 })),
		refused: refusals(12),
		refused_by: z.object({ 'ip.blocked': refusals(3), 'risk.rejected': refusals(9) }),
		newly_refused: z
			.int()
			.meta(doc({ description: 'How many of these requests were let in when they arrived.', example: 9 })),
		users: z
			.array(
				z.object({
					user_id: id('usr'),
					username: z
						.string()
						.nullable()
						.meta(doc({ example: 'Ada' })),
					login: z
						.string()
						.nullable()
						.meta(doc({ example: 'ada' })),
					refused: refusals(8),
					last_at: timestamp().meta(doc({ description: "When this user's newest refused request arrived." })),
				}),
			)
			.meta(doc({ description: 'The 100 users with the most refusals, including those of their API keys.' })),
		anonymous: z.object({ refused: refusals(4) }),
		from: timestamp()
			.nullable()
			.meta(doc({ description: 'When the oldest assessed request arrived; null if none was assessed.' })),
		to: timestamp()
			.nullable()
			.meta(doc({ description: 'When the newest assessed request arrived.' })),
		caller: z
			.object({
				client_ip: z.string().meta(doc({ example: '203.0.113.7' })),
				risk_score: z.number().meta(doc({ example: 0.2 })),
				risk_reasons: z.array(z.enum(RISKS)).meta(doc({ example: ['empty_user_agent'] })),
				refused: z.boolean().meta(doc({ description: 'False for platform admins, who are exempt.', example: false })),
			})
			.meta(doc({ description: 'This very request, assessed under the proposed configuration.' })),
	})
	.meta(doc({ id: 'Rehearsal' }))
