import * as z from 'zod'
import { id, text, timestamp } from '../../http/fields.ts'
import { addressInput, cidrInput } from '../../networks/input.ts'
import { RULE_TYPES } from './table.ts'

export const IpRule = z
	.object({
		id: id('ipr'),
		org_id: id('org'),
		type: z.enum(RULE_TYPES),
		cidr: z.string().meta({ description: 'In canonical form, with host bits cleared.', example: '203.0.113.0/24' }),
		note: z.string().nullable().meta({ example: 'Office' }),
		created_at: timestamp(),
	})
	.meta({ id: 'IpRule' })

export const CreateIpRule = z
	.object({
		type: z.enum(RULE_TYPES),
		cidr: cidrInput().meta({
			description: 'An IPv4 or IPv6 network, or a bare address.',
			example: '203.0.113.0/24',
		}),
		note: text(500).nullable().default(null).meta({ example: 'Office' }),
	})
	.meta({ id: 'CreateIpRule' })

export const UpdateIpRule = z
	.object({ note: text(500).nullable().optional().meta({ example: 'Office' }) })
	.meta({ id: 'UpdateIpRule' })

export const ConfirmQuery = z.object({
	confirm: z
		.enum(['true', 'false'])
		.default('false')
		.meta({ description: 'Whether to make the change even if it shuts out your own address.', default: 'false' }),
})

export const CheckIp = z
	.object({
		ip: addressInput().meta({ example: '203.0.113.7' }),
	})
	.meta({ id: 'CheckIp' })

export const IpVerdict = z
	.object({
		allowed: z.boolean(),
		rule: IpRule.nullable().meta({
			description:
				'The rule that decides. Null when no rule matches: the address is then allowed unless the org has an allowlist.',
		}),
	})
	.meta({ id: 'IpVerdict' })
