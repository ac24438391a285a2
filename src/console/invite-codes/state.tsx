import type { Schema } from '../api.ts'
import { inviteCodes as t } from '../text/en/invite-codes.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'

export type InviteCode = Schema<'InviteCode'>

const TONES = { usable: 'normal', used: 'neutral', inactive: 'bad' } as const

export function StateBadge({ code: { is_active, max_uses, use_count } }: { code: InviteCode }) {
	const state = !is_active ? 'inactive' : max_uses === 0 || use_count < max_uses ? 'usable' : 'used'
	return <Badge tone={TONES[state]}>{t.states[state]}</Badge>
}

export const usesOf = ({ use_count, max_uses }: InviteCode) =>
	max_uses === 0 ? t.unlimited(number(use_count)) : t.uses(number(use_count), number(max_uses))

/** Where somebody registers with a code. */
export const linkOf = (code: string) => `${location.origin}/console/register?code=${code}`
