import { choice, texts } from '../search.ts'

export const STATUSES = ['active', 'cancelled', 'expired'] as const

export const SEARCH = { status: choice(...STATUSES), ...texts('plan_id', 'org_id', 'cursor') }
