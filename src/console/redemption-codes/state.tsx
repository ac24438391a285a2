import type { Schema } from '../api.ts'
import { entitlementTitle } from '../change/entitlement-name.ts'
import { redemptionCodes as t } from '../text/en/redemption-codes.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { number, words } from '../ui/format.ts'

export type Code = Schema<'RedemptionCode'>

/** A code as text: whole, or its last four characters for those who can't make codes. */
export const textOf = (code: string) => (isWhole(code) ? code : `…${code}`)

/** Whether the API showed the whole code. */
export const isWhole = (code: string) => code.length > 4

type State = keyof typeof t.states

const TONES: Record<State, Tone> = { usable: 'normal', used: 'neutral', expired: 'warn', inactive: 'bad' }

/** Why a code can or can't be redeemed. The first reason wins, as in the API. */
function stateOf({ is_active, expires_at, use_count, max_uses }: Code): State {
	if (!is_active) return 'inactive'
	if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return 'expired'
	return use_count < max_uses ? 'usable' : 'used'
}

export function StateBadge({ code }: { code: Code }) {
	const state = stateOf(code)
	return <Badge tone={TONES[state]}>{t.states[state]}</Badge>
}

/** What an org gets for a code. */
export const holdsOf = ({ type, value }: Pick<Code, 'type' | 'value'>) =>
	type === 'credits'
		? t.credits(number(Number(value)))
		: value.startsWith(`${type}.`)
			? entitlementTitle(value)
			: t.other(words(type), value)

export const usesOf = ({ use_count, max_uses }: Code) => t.uses(number(use_count), number(max_uses))
