import type { auditLogs } from '../../write/table.ts'

type Change = Pick<typeof auditLogs.$inferSelect, 'target_type' | 'before' | 'after'>

/** What a changed row is called, and the members of it that name it. Any other table is called by its own words. */
const THINGS: Readonly<Record<string, [thing: string, ...members: string[]]>> = {
	config_entries: ['Config entry', 'key'],
	configuration_revisions: ['The configuration'],
	email_config: ['The email settings'],
	entitlement_overrides: ['Override', 'key'],
	feature_flag_overrides: ['Flag override', 'flag_key'],
	feature_flags: ['Feature flag', 'key'],
	gateway_config: ['The gateway configuration'],
	ip_rules: ['IP rule', 'cidr'],
	llm_models: ['LLM model', 'model'],
	llm_providers: ['LLM provider', 'name'],
	mcp_configs: ['MCP server', 'name'],
	operator_roles: ['The platform roles of a user'],
	pauses: ['The pause of', 'scope', 'subject'],
	sign_in_requirements: ['The sign-in requirements'],
	tool_providers: ['Tool provider', 'provider_name'],
}

const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/

/** A change as a sentence begins: "IP rule 192.0.2.0/24 was created". What its row doesn't name stays without a name. */
export function toldOf({ target_type, before, after }: Change): string {
	const [thing, ...members] = THINGS[target_type] ?? [`One of the ${target_type.replaceAll('_', ' ')}`]
	const names = members
		.map((member) => (after ?? before)?.[member])
		.filter((name) => typeof name === 'string')
		.filter((name) => !ID.test(name))
	const done = after === null ? 'deleted' : before === null ? 'created' : 'changed'
	return `${[thing, ...names].join(' ')} was ${done}`
}
