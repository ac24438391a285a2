// What a dry run says would happen outside of the database. The text is made from code and values, so they can't part.

interface Count {
	count: number
}

const plural = (count: number) => (count === 1 ? '' : 's')

export const EFFECTS = {
	notifies_endpoint: () => 'Notifies the webhook endpoint.',
	notifies_endpoints: ({ count }: Count) => `Notifies ${count} webhook endpoint${plural(count)}.`,
	notifies_users: ({ count }: Count) => `Notifies ${count} user${plural(count)}.`,
	mails_user: () => "Sends a mail to the user's address.",
	mails_users_old_address: () => "Sends a mail to the user's old address.",
	mails_old_address: () => 'Sends a mail to your old address.',
	mails_you: () => 'Sends a mail to your address.',
	mails_invited: () => 'Sends a mail to the invited address.',
	mails_test: () => 'Sends a test mail to the address. Whether the server accepts it is only known afterwards.',
	connects_mcp: () => 'Connects to the MCP server.',
	publishes_tool_group: ({ group }: { group: string }) =>
		`Publishes the active provider of ${group.replace('_', ' ')} to every location.`,
	leaves_narrower_keys: ({ key_ids }: { key_ids: string[] }) =>
		`Leaves keys that may do less than the account: ${key_ids.join(', ')}.`,
	pause_matches_nothing: ({ subject }: { subject: string }) =>
		`Nothing is called ${subject} today, so the pause matches nothing.`,
	unsold_entitlement: ({ entitlement }: { entitlement: string }) =>
		`No plan has the boolean entitlement ${entitlement}, so only an override gives what needs it.`,
	half_priced: ({ model }: { model: string }) => `${model} has a price for input and none for output.`,
	pause_loses_match: ({ subject }: { subject: string }) => `The pause of ${subject} then matches nothing.`,
	budget_loses_match: ({ name }: { name: string }) => `The budget ${name} then matches nothing.`,
	deletes_personal_org: ({
		llm_providers,
		mcp_configs,
		webhook_endpoints,
		service_accounts,
	}: Record<'llm_providers' | 'mcp_configs' | 'webhook_endpoints' | 'service_accounts', number>) =>
		`Deletes their personal org. LLM providers: ${llm_providers}, MCP configs: ${mcp_configs}, webhook endpoints: ${webhook_endpoints}, service accounts: ${service_accounts}.`,
	leaves_to_others: ({ names }: { names: string[] }) => `Leaves to whoever decides: ${names.join(', ')}.`,
	rolls_back: ({ count }: Count) => `Rolls back ${count} unconfirmed change${plural(count)}.`,
	rolls_back_unless_confirmed: ({ within_s }: { within_s: number }) =>
		`Rolls the change back after ${within_s} seconds, unless you confirm it.`,
	continues_with_orgs: ({ count, first }: Count & { first: number }) =>
		`Continues with ${count} more orgs. \`affected\` only counts the first ${first}.`,
} as const

type ValuesOf<Code extends keyof typeof EFFECTS> =
	Parameters<(typeof EFFECTS)[Code]> extends [infer Values] ? Values : Record<string, never>

export type Effect = {
	[Code in keyof typeof EFFECTS]: { code: Code; values: ValuesOf<Code> }
}[keyof typeof EFFECTS]

export const effectText = ({ code, values }: Effect): string => EFFECTS[code](values as never)
