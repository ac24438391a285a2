import { fields } from '../../text/en/sentence-fields.ts'
import { sentences } from '../../text/en/sentences.ts'
import { number } from '../../ui/format.ts'
import { named } from '../../ui/said.tsx'
import type { Facts, Kind, Row } from './kind.ts'
import { isId, momentOf, textIn } from './values.ts'

const t = sentences.billing

/** Whom a budget bounds: "each user of Acme". */
function boundBy({ scope, subject, org_id }: Row, { name, own_org }: Facts): string {
	if (scope === 'org') return subject || org_id ? name(subject ?? org_id) : t.each_org
	const label = t.scopes[textIn(scope)] ?? textIn(scope)
	const whom = subject ? `${label} ${isId(subject) ? name(subject) : named(textIn(subject))}` : t.each(label)
	if (org_id === own_org) return whom
	return t.within(whom, org_id ? name(org_id) : t.each_org)
}

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
	budgets: {
		name: ({ name }) => named(textIn(name)),
		fields: fields.budgets,
		describe: ({ before, after }, facts) => {
			if (before || !after) return undefined
			const { name, limit, unit, window, mode } = after
			if (typeof limit !== 'number') return undefined
			const amount = `${number(limit)} ${t.units[textIn(unit)] ?? textIn(unit)}`
			const per = t.windows[textIn(window)] ?? ''
			return t.budget(named(textIn(name)), amount, per, boundBy(after, facts), mode === 'enforce')
		},
	},
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
