/** Texts of the gateway's configuration. */
export const gatewayConfig = {
	title: 'Gateway',
	hint: 'How Plinth reads the address of a caller, and which risk it refuses.',
	form: 'Configuration',
	fields: {
		ip_mode: 'Address of a caller',
		trusted_cidrs: 'Trusted networks',
		risk_reject_threshold: 'Refuse from this risk score',
	},
	modes: {
		direct: 'The peer of the connection (direct)',
		proxy: 'X-Forwarded-For of a trusted proxy (proxy)',
		cdn: 'True-Client-IP of a trusted CDN (cdn)',
	},
	mode_hints: {
		direct: 'Headers never count. Choose this where callers reach Plinth directly, or through Cloudflare alone.',
		proxy:
			'The address is the right-most hop of X-Forwarded-For that is not trusted. What a caller writes changes nothing.',
		cdn: 'The address is that of the header True-Client-IP.',
	},
	cidrs_hint: 'One network in each line. A header counts only when its sender, the peer, is in one of them.',
	threshold_hint:
		'From 0 to 1. A score at or above it is refused; 0 refuses nobody. Platform admins are never refused.',
	line: (line: number, text: string) => `Line ${line}: ${text}`,
	warnings: {
		everybody:
			'A trusted network holds every address. Then each caller who reaches Plinth directly can claim any address.',
		unused: 'In the mode direct no header counts, so the trusted networks have no effect.',
		anonymous:
			'Every anonymous request has a score of 0.1 or more. Then only platform admins can sign in: all other logins are refused.',
	},
	review: 'Rehearse and save',
	ask: 'Replace the configuration of the gateway?',
	body: 'It takes effect within five seconds, for every caller.',
	save: 'Save',
	saved: 'The configuration is saved',
	caller: {
		title: 'You, as the gateway sees you',
		hint: 'Under the configuration of now.',
		address: 'Your address',
		score: 'Your risk score',
		reasons: 'Because of',
		none: 'nothing',
	},
	risks: {
		title: 'How a risk score comes about',
		hint: 'The scores are added, up to 1.',
		names: {
			anonymous: 'No valid credential, as at a login',
			empty_user_agent: 'No user agent',
			bot: 'The user agent of a crawler',
			hosting_network: 'The network of a hosting provider',
			tor: 'Tor',
		},
	},
	rehearsal: {
		title: 'What it would have refused',
		loading: 'Judging the recent access log again',
		failed: 'The recent access log does not answer, so nobody can say what it would refuse.',
		none_judged: 'The recent log has no request that the gateway judges.',
		judged: (count: string) => `${count} recent requests judged`,
		refused: 'Would be refused',
		newly: 'Of these, let in when they came',
		by_rules: 'By IP rules',
		by_risk: 'By risk',
		anonymous: 'Without a credential',
		users: 'Users who would be refused most often',
		user: 'User',
		requests: 'Requests',
		last: 'Last',
		more: (count: number) => `and ${count} more`,
		deleted: 'deleted user',
		nobody: 'It would have refused nobody.',
	},
} as const
