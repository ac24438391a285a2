/** What happened, and what would help. */
export type Why = readonly [what: string, way: string]

const wait = "Wait, as Retry-After says. The limit is part of the deployment, so it can't be raised here."

/** The rate limits by their names in the log. */
const limits: Record<string, string> = {
	caller: 'The caller made more than 600 requests in a minute.',
	org: 'The org made more than 6,000 requests in a minute.',
	address: 'Its address made more than 600 requests in a minute without a credential.',
	sign_in: 'Its address made more than 60 sign-in requests in a minute.',
	invitations: 'Its address opened more than 60 invitations in a minute.',
	lookups: 'Its address sent more than 600 unknown credentials in a minute.',
	runtime: 'The runtime made more than 60,000 requests in a minute.',
	runtime_org: 'The runtime made more than 600 requests in a minute for this org.',
	applies: 'The org applied more than 20 documents in a minute.',
	org_exports: 'The org reached the maximum number of exports in a day.',
	failed_logins: 'There were too many failed logins within ten minutes.',
	account_requests: 'The caller made this request too often within an hour.',
	invite_code_resets: 'The invite code was reset within the last 24 hours.',
	password_checks: 'Another password of the same user was being checked.',
}

/** Why a request was refused or failed, and what would let it through. For operators who look into somebody's request. */
export const why = {
	refused: 'Why it was refused',
	failed: 'Why it failed',
	way: 'What would let it through',
	next: 'What to do',
	trace: 'The trace ID finds it in the logs of the Worker.',
	same: 'Show all requests refused for this reason',
	links: {
		rules: (org: string) => `IP rules of ${org}`,
		gateway: 'Gateway settings',
		pauses: 'Pauses',
		pauses_of: (org: string) => `Pauses of ${org}`,
		budget: 'Open the budget',
		credits: (org: string) => `Credits of ${org}`,
		members: (org: string) => `Members of ${org}`,
		programs: 'Service accounts',
		plan: (org: string) => `Plan and limits of ${org}`,
		user: (name: string) => `Roles of ${name}`,
		health: 'Health',
	},
	switches: (org: string) => `This tab switches to ${org}.`,
	the_org: 'the org',
	the_caller: 'the caller',
	/** What decided, where the log says so. Each is the sentence and the way through. */
	by: {
		permission: (name: string, id: string, needs: string): Why => [
			`The caller doesn't hold the permission “${name}” (${id}).`,
			`${needs}. Grant the caller that role, or use an API key whose scopes have the permission.`,
		],
		permission_of_program: (name: string, id: string): Why => [
			`The program's service account doesn't have the permission “${name}” (${id}).`,
			'A service account keeps the scopes that it was created with. Create another one with this permission, and give the program its key.',
		],
		role: (org: string): Why => [
			`Only owners of ${org} may do this, signed in as themselves.`,
			'Ask an owner to do it, or to make the caller an owner.',
		],
		ip_rule: (rule: string, org: string, ip: string): Why => [
			`The IP rule ${rule} of ${org} blocks ${ip}.`,
			'Delete the rule, or replace it with one for a smaller network.',
		],
		ip_rules: (org: string, ip: string): Why => [
			`${org} only allows some networks, and ${ip} is in none of them.`,
			`Add an IP rule that allows ${ip}.`,
		],
		gateway: (score: string, risks: string): Why => [
			`The risk score, ${score}, is at or above the gateway's threshold${risks && ` (${risks})`}.`,
			'Raise the threshold, or remove what raises the score, such as a missing user agent.',
		],
		limit: (name: string, org: string): Why => [
			`${org} has reached its limit of ${name}.`,
			'Delete what nobody needs, or raise the limit by an override or another plan.',
		],
		budget: (name: string): Why => [
			`The budget ${name} has less left than the run needs.`,
			'Raise its limit, or wait until it resets.',
		],
		platform_budget: (name: string): Why => [
			`The platform made the budget ${name}, so only operators may change it.`,
			'Ask an operator with the role Billing, or make a budget of the org.',
		],
		credits: (org: string): Why => [
			`The balance of ${org} is too low.`,
			'Add credits, redeem a code, or wait for the monthly grant of the plan.',
		],
		pause: (what: string): Why => [`Paused: ${what}.`, 'Lift the pause, or wait until it ends.'],
		platform_pause: (what: string): Why => [
			`Paused by the platform: ${what}.`,
			'Ask an operator with the role Operations to lift the pause, or wait until it ends.',
		],
		rate_limit: (name: string): Why => [limits[name] ?? 'There were too many requests in a short time.', wait],
	},
} as const
