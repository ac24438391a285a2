import { choiceIn, textIn } from '../search.ts'

export const STATUSES = ['active', 'cancelled', 'expired'] as const

export interface SubscriptionSearch {
	status?: (typeof STATUSES)[number] | undefined
	plan_id?: string | undefined
	org_id?: string | undefined
	cursor?: string | undefined
}

export const subscriptionSearch = (raw: Record<string, unknown>): SubscriptionSearch => ({
	status: choiceIn(raw, 'status', STATUSES),
	plan_id: textIn(raw, 'plan_id'),
	org_id: textIn(raw, 'org_id'),
	cursor: textIn(raw, 'cursor'),
})
