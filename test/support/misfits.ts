import { env } from 'cloudflare:workers'
import { create, unique } from './world.ts'

// Entitlements that no call accepts, as an earlier version may have stored them.

/** Stores an override, and returns its id. */
export const storeOverride = async (org_id: string, key: string, value: string, value_type: string) => {
	const { id } = await create.override(org_id, { key: unique('later') })
	await env.DB.prepare('UPDATE entitlement_overrides SET key = ?, value = ?, value_type = ? WHERE id = ?')
		.bind(key, value, value_type, id)
		.run()
	return id as string
}

/** Stores an entitlement of a plan, and subscribes an org to that plan. Returns the plan's id. */
export const storeInPlan = async (org_id: string, key: string, value: string, value_type: string) => {
	const entitlements = [{ key: unique('later'), value: 'x', value_type: 'string' }]
	const plan = await create.plan({ entitlements })
	await env.DB.prepare('UPDATE plan_entitlements SET key = ?, value = ?, value_type = ? WHERE plan_id = ?')
		.bind(key, value, value_type, plan.id)
		.run()
	await create.subscription(org_id, { plan_id: plan.id })
	return plan.id as string
}
