import { forgetPrincipals } from '../../identity/principals/principal.ts'
import { redirectNotice } from '../../messages/notices/redirect.ts'
import { forgetFlags } from '../../plans/feature-flags/evaluate.ts'
import { groupOf } from '../../providers/config-entries/rules.ts'
import { forgetOffered } from '../../providers/llm-providers/discovery.ts'
import { type Group, GROUPS } from '../../providers/tool-providers/catalogue.ts'
import type { OwnedGroup } from '../../providers/tool-providers/tool-group-object.ts'
import { PLATFORM } from '../../tenancy/orgs/table.ts'
import { forgetGateway } from '../../traffic/gateway/current.ts'
import { wake } from '../../webhooks/endpoints/wake.ts'
import { emit } from '../../webhooks/events/emit.ts'
import { afterwards } from '../../write/afterwards.ts'
import type { Plan } from './plan.ts'
import type { Caller, Change } from './section.ts'

// What follows from an apply beyond its rows, by the same ways as for single calls: notices, events, the tool groups in KV,
// the caches of this isolate, and the waking of endpoints.

/** How many redirects a notice names. */
const MAX_NAMED = 20

/** The statements that go into the batch, and the tool groups that it changes. */
export function consequencesOf(c: Caller, plan: Plan) {
	const groups = changedGroups(plan)
	return {
		groups,
		notice: plan.redirects.length > 0 && noticeOf(c, plan),
		events: activationsOf(c, plan),
	}
}

/** The groups whose providers or legacy entries change. */
function changedGroups({ state: { owner }, changes }: Plan): OwnedGroup[] {
	const found = new Set<string | undefined>([
		...(changes.get('tool_providers') ?? []).map(({ key }) => key.split('.')[0]),
		...(changes.get('config_entries') ?? []).map(({ key }) => groupOf(key)),
	])
	return GROUPS.filter((group) => found.has(group)).map((group: Group) => ({ owner, group }))
}

/** One notice of all redirects. Its body has a sentence for each, as after single calls. */
function noticeOf({ var: { db, principal } }: Caller, { state: { owner }, redirects }: Plan) {
	const sentences = redirects
		.slice(0, MAX_NAMED)
		.map(({ holder, host }) => `The stored key of ${holder} is sent to ${host} from now on.`)
	const rest = redirects.length - sentences.length
	if (rest > 0) sentences.push(`So are ${rest} more.`)
	const payload = {
		entries: redirects.slice(0, MAX_NAMED).map(({ section, key }) => ({ section, key })),
		actor_user_id: principal.user_id,
	}
	return redirectNotice(db, owner === PLATFORM ? null : owner, { body: sentences.join(' '), payload })
}

const isActivation = ({ before, after }: Change) => after?.is_active === true && before?.is_active !== true

/** An org's activations emit their event. Those of the platform have no receiver. */
function activationsOf({ var: { db } }: Caller, { state: { owner }, changes }: Plan) {
	if (owner === PLATFORM) return []
	return (changes.get('tool_providers') ?? []).filter(isActivation).map(({ key: provider_name }) => {
		const data = { org_id: owner, group_name: provider_name.split('.')[0], provider_name }
		return emit(db, { org_id: owner, type: 'tool_provider.activated', data })
	})
}

/** After the commit: this isolate sees the change, and endpoints that were enabled are woken. */
export async function follow(c: Caller, { changes }: Plan): Promise<void> {
	if (changes.has('feature_flags') || changes.has('feature_flag_overrides')) forgetFlags(c)
	if (changes.has('llm_providers')) forgetOffered(c)
	if (changes.has('ip_rules') || changes.has('gateway_config')) forgetPrincipals(c)
	if (changes.has('gateway_config')) forgetGateway(c)
	const enabled = (changes.get('webhook_endpoints') ?? []).filter(
		({ before, after }) => before?.enabled === false && after?.enabled === true,
	)
	const ids = enabled.flatMap(({ stored }) => (stored ? [stored.row.id as string] : []))
	if (ids.length > 0)
		await afterwards(c, `Wakes ${ids.length} webhook endpoints.`, () => c.executionCtx.waitUntil(wake(c.env, ids)))
}
