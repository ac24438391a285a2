import * as z from 'zod'
import { doc } from '#doc'
import { id, text, timestamp, withDefault } from '../../ground/http/fields.ts'
import { addressInput, cidrInput } from '../../ground/networks/input.ts'
import { RULE_TYPES } from './table.ts'

export const IpRule = z
	.object({
		id: id('ipr'),
		org_id: id('org'),
		type: z.enum(RULE_TYPES),
		cidr: z
			.string()
			.meta(doc({ description: 'In canonical form, with host bits cleared.', example: '203.0.113.0/24' })),
		note: z.string().meta(doc({ example: 'Office' })),
		created_at: timestamp(),
	})
	.meta(doc({ id: 'IpRule' }))

export const CreateIpRule = z
	.object({
		type: z.enum(RULE_TYPES),
		cidr: cidrInput().meta(
			doc({ description: 'An IPv4 or IPv6 network, or a bare address.', example: '203.0.113.0/24' }),
		),
		note: withDefault(text(500), '').meta(doc({ example: 'Office' })),
	})
	.meta(doc({ id: 'CreateIpRule' }))

export const UpdateIpRule = z
	.object({
		note: text(500)
			.nullable()
			.transform((note) => note ?? '')
			.optional()
			.meta(doc({ example: 'Office' })),
	})
	.meta(doc({ id: 'UpdateIpRule' }))

export const CheckIp = z
	.object({
		ip: addressInput().meta(doc({ example: '203.0.113.7' })),
	})
	.meta(doc({ id: 'CheckIp' }))

export const IpVerdict = z
	.object({
		allowed: z.boolean(),
		rule: IpRule.nullable().meta(
			doc({
				description:
					'The rule that decides. Null when no rule matches: the address is then allowed unless the org has an allowlist.',
			}),
		),
	})
	.meta(doc({ id: 'IpVerdict' }))
