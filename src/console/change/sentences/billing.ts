import { fields } from '../../text/en/sentence-fields.ts'
import { sentences } from '../../text/en/sentences.ts'
import { number } from '../../ui/format.ts'
import { named } from '../../ui/said.tsx'
import type { Kind } from './kind.ts'
import { isId, momentOf, textIn } from './values.ts'

const t = sentences.billing

/** Money, codes and what stops spending. */
export const billing: Record<string, Kind> = {
	credit_accounts: {
		name: ({ org_id }, { name }) => name(org_id),
		describe: ({ before, after, row, target_id }, { name }) =>
			after &&
			t.balance(name(row.org_id ?? target_id), number(Number(before?.balance ?? 0)), number(Number(after.balance))),
	} as Kind,
	credit_operations: {
		name: () => '',
		describe: ({ row }) => {
			const { amount, type } = row
			if (type === 'admin_reset') return t.reset_all
			return typeof amount === 'number' ? t.every(`${amount > 0 ? '+' : ''}${number(amount)}`) : undefined
		},
	},
	budgets: { name: ({ name }) => named(textIn(name)), fields: fields.budgets },
	pauses: {
		name: ({ scope, subject }, { name }) => {
			const what = isId(subject) ? name(subject) : named(textIn(subject))
			return scope === 'platform' ? t.everything : `${t.scopes[textIn(scope)] ?? ''} ${what}`.trim()
		},
		fields: fields.pauses,
		describe: ({ before, after, row }, facts) => {
			if (before && after) return undefined
			const { scope, subject } = row
			const name = isId(subject) ? facts.name(subject) : named(textIn(subject))
			const what = scope === 'platform' ? t.everything : `${t.scopes[textIn(scope)] ?? ''} ${name}`.trim()
			return after ? t.paused(what, after.until ? momentOf(textIn(after.until)) : undefined) : t.resumed(what)
		},
	},
	invite_codes: { name: ({ code }) => named(textIn(code)), fields: fields.invite_codes },
	redemption_codes: {
		name: ({ code }) => named(textIn(code)),
		fields: fields.redemption_codes,
	},
}
