/** Texts of the IP rules. */
export const ipRules = {
	mode: {
		loading: 'Control which networks can access your org.',
		open: (org: string) => `${org} allows every IP address.`,
		blocklist: (org: string, blocked: string) => `${org} allows every IP address except those in ${blocked}.`,
		allowlist: (org: string, allowed: string) => `${org} only allows IP addresses in ${allowed}.`,
		both: (org: string, allowed: string, blocked: string) =>
			`${org} only allows IP addresses in ${allowed}, and always blocks those in ${blocked}.`,
		many: (org: string) => `${org} has many rules. Blocked networks take precedence.`,
		networks: (count: number) => (count === 1 ? '1 network' : `${count} networks`),
	},
	columns: { network: 'Network', type: 'Rule' },
	types: { allowlist: 'allowed', blocklist: 'blocked' },
	empty: 'No IP rules yet',
	empty_hint: 'Block a network, or allow some networks to block all others.',
	empty_hint_member: 'Anyone with credentials for your org can access it from anywhere.',
	add: {
		action: 'New rule',
		title: 'New IP rule',
		type: 'Rule',
		type_block: 'Block network',
		type_allow: 'Allow network',
		cidr: 'Network',
		cidr_hint: 'IPv4 or IPv6, such as 203.0.113.0/24 or a single address.',
		note_hint: 'Why this rule exists.',
		first_allowed:
			'This is your first allowed network. Once you add it, your org blocks every address outside the allowed networks.',
		ask_block: (cidr: string) => `Block ${cidr}?`,
		ask_allow: (cidr: string) => `Allow ${cidr}?`,
		body: "Takes effect within five seconds for your org's access tokens and API keys.",
		block: 'Block',
		allow: 'Allow',
		done: (cidr: string) => `Created the rule for ${cidr}.`,
	},
	note: {
		label: (cidr: string) => `Edit the note for ${cidr}`,
		title: (cidr: string) => `Note for ${cidr}`,
		done: 'Note saved.',
	},
	remove: {
		label: (cidr: string) => `Delete the rule for ${cidr}`,
		title: (cidr: string) => `Delete the rule for ${cidr}?`,
		body_allow:
			'Callers from this network lose access unless another rule allows them or this is your last allowed network.',
		body_block: 'Callers from this network regain access unless another rule blocks them.',
		done: (cidr: string) => `Deleted the rule for ${cidr}.`,
	},
	lockout: (address: string) =>
		`This blocks your own address, ${address}. Leave the box below checked so Plinth rolls the change back if you get locked out.`,
	lockout_anyway: 'Lock me out',
	check: {
		title: 'Check an IP address',
		hint: 'See whether your rules allow it.',
		action: 'Check',
		mine: 'Use my address',
		allowed: 'has access',
		refused: 'no access',
		by_rule: 'Matching rule',
		no_rule_allowed: 'No rule matches, and there are no allowed networks.',
		no_rule_refused: 'No rule matches, and only allowed networks have access.',
		exempt: "You operate the platform, so these rules don't apply to you, or to your API keys that may see all of it.",
	},
} as const
