import { fields } from '../../text/en/actions.ts'
import { sentences } from '../../text/en/sentences.ts'
import { number } from '../../ui/format.ts'
import { named } from '../../ui/said.tsx'
import { entitlementName } from '../entitlement-name.ts'
import type { Facts, Kind, Row } from './kind.ts'
import { countOf, isId, isOnlyChange, momentOf, textIn, UNNAMED } from './values.ts'

const t = sentences.billing

/** Whom a budget bounds: "each user of Acme". */
function boundBy({ scope, subject, org_id }: Row, { name, own_org }: Facts): string {
	if (scope === 'org') return subject || org_id ? name(subject ?? org_id) : t.each_org
	const label = t.scopes[textIn(scope)] ?? textIn(scope)
	const whom = subject ? `${label} ${isId(subject) ? name(subject) : named(textIn(subject))}` : t.each(label)
	if (org_id === own_org) return whom
	return t.within(whom, org_id ? name(org_id) : t.each_org)
}

/** What a redemption code gives. */
const worthOf = (type: unknown, value: unknown) =>
	type === 'credits'
		? sentences.amount(number(Number(value)), t.units.credits ?? '')
		: named(entitlementName(textIn(value)))

/** How many codes of a batch worked, how many work now, and how many it has. */
const activeIn = (before: Row, after: Row) =>
	[before.active_count, after.active_count, after.code_count].map((count) => number(Number(count))) as [
		old: string,
		now: string,
		all: string,
	]

/** Money, codes and what stops spending. */
export const billing: Record<string, Partial<Kind>> = {
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
		describe: ({ before, after }, facts) => {
			if (before || !after) return undefined
			const { name, limit, unit, window, mode } = after
			if (typeof limit !== 'number') return undefined
			const amount = `${number(limit)} ${t.units[textIn(unit)] ?? textIn(unit)}`
			const per = t.windows[textIn(window)] ?? ''
			const called = name === UNNAMED ? '' : named(textIn(name))
			return t.budget(called, amount, per, boundBy(after, facts), mode === 'enforce')
		},
		affects: ({ after }, { touched, name }) => {
			const found = touched('budgets', 'used_up')
			if (!after || !found || found.count === 0) return []
			const names = found.names.map((subject) => (isId(subject) ? name(subject) : named(subject)))
			const scope = t.scopes[textIn(after.scope)] ?? ''
			return [t.used_up(found.count, countOf(found), scope, names, after.mode === 'enforce')]
		},
	},
	pauses: {
		name: ({ scope, subject }, { name }) => {
			const what = isId(subject) ? name(subject) : named(textIn(subject))
			return scope === 'platform' ? t.everything : `${t.scopes[textIn(scope)] ?? ''} ${what}`.trim()
		},
		describe: ({ before, after, row }, facts) => {
			if (before && after) return undefined
			const { scope, subject } = row
			const name = isId(subject) ? facts.name(subject) : named(textIn(subject))
			const what = scope === 'platform' ? t.everything : `${t.scopes[textIn(scope)] ?? ''} ${name}`.trim()
			return after ? t.paused(what, after.until ? momentOf(textIn(after.until)) : undefined) : t.resumed(what)
		},
	},
	invite_codes: {
		name: ({ code }) => named(textIn(code)),
		describe: ({ before, after }, { isPreview }) => {
			if (!before || !after || before.code === after.code) return undefined
			// A preview makes a code that nobody gets.
			return t.invite_code(named(textIn(before.code)), isPreview ? undefined : named(textIn(after.code)))
		},
	},
	redemption_codes: {
		name: ({ code, batch_id }) => named(textIn(code ?? batch_id)),
		describe: ({ before, after, row }) => {
			const { code, batch_id, count, type, value, max_uses } = row
			if (!before && typeof count === 'number')
				return t.codes(count, number(count), worthOf(type, value), Number(max_uses))
			if (!before || !after) return undefined
			if (code === undefined) return t.batch(named(textIn(batch_id)), ...activeIn(before, after))
			if (!isOnlyChange('is_active', fields.redemption_codes, before, after)) return undefined
			return t.code(named(textIn(code)), Boolean(after.is_active))
		},
	},
}
