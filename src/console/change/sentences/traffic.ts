import { sentences } from '../../text/en/sentences.ts'
import { named } from '../../ui/said.tsx'
import type { Kind, Row } from './kind.ts'
import { textIn } from './values.ts'

const t = sentences.traffic

const hostOf = ({ url }: Row) => {
	const text = textIn(url)
	return named(URL.canParse(text) ? new URL(text).host : text)
}

/** Who gets in, and what goes out to webhooks. */
export const traffic: Record<string, Partial<Kind>> = {
	ip_rules: {
		name: ({ cidr }) => named(textIn(cidr)),
		describe: ({ before, after, row, org_id }, facts) => {
			if (before && after) return undefined
			const [cidr, of] = [named(textIn(row.cidr)), row.org_id ?? org_id]
			const org = of ? facts.name(of) : t.the_org
			const isBlocking = row.type === 'blocklist'
			if (after) return (isBlocking ? t.blocked : t.allowed)(cidr, org)
			return (isBlocking ? t.unblocked : t.disallowed)(cidr, org)
		},
		affects: ({ before, after, row }) => (after && !before && row.type === 'allowlist' ? [t.only_allowed] : []),
	},
	gateway_config: { name: () => '' },
	webhook_endpoints: {
		name: hostOf,
		describe: ({ before, after }) =>
			before && after && before.public_key !== after.public_key ? t.rotated(hostOf(after)) : undefined,
	},
	webhook_deliveries: { name: () => '' },
}
