import * as z from 'zod'
import { doc } from '#doc'
import { id, named, text, timestamp, withDefault } from '../../ground/http/fields.ts'
import { addressInput, cidrInput } from '../../ground/networks/input.ts'
import { RULE_TYPES } from './table.ts'

export const IpRule = named('IpRule', {
	id: id('ipr'),
	org_id: id('org'),
	type: z.enum(RULE_TYPES),
	cidr: z.string().meta(doc({ description: 'In canonical form, with host bits cleared.', example: '203.0.113.0/24' })),
	note: z.string().meta(doc({ example: 'Office' })),
	created_at: timestamp(),
})

export const CreateIpRule = named('CreateIpRule', {
	type: z.enum(RULE_TYPES),
	cidr: cidrInput().meta(
		doc({ description: 'An IPv4 or IPv6 network, or a bare address.', example: '203.0.113.0/24' }),
	),
	note: withDefault(text(500), '').meta(doc({ example: 'Office' })),
})

export const UpdateIpRule = named('UpdateIpRule', {
	note: text(500)
		.nullable()
		.transform((note) => note ?? '')
		.optional()
		.meta(doc({ example: 'Office' })),
})

export const CheckIp = named('CheckIp', {
	ip: addressInput().meta(doc({ example: '203.0.113.7' })),
})

export const IpVerdict = named('IpVerdict', {
	allowed: z.boolean(),
	rule: IpRule.nullable().meta(
		doc({
			description:
				'The rule that decides. Null when no rule matches: the address is then allowed unless the org has an allowlist.',
		}),
	),
})
