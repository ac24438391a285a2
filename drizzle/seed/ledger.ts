import type { Accounts } from './accounts.ts'
import { type Catalogue, SETTINGS } from './catalogue.ts'
import { below, daysAgo, later, pick, timeBetween } from './insert.ts'
import type { Invitations } from './invitations.ts'
import type { Redemptions } from './redemptions.ts'
import type { Runs } from './runs.ts'

interface Movement {
	org_id: string
	at: string
	amount: number
	type: string
	reference?: readonly [type: string, id: string]
	note?: string
	actor_user_id?: string
	/** Takes what the balance covers. Without it, a movement that isn't covered is refused. */
	run?: Runs[number]
}

const NOTES = [
	[500, 'Goodwill after the outage'],
	[2_000, 'Pilot, agreed with sales'],
	[-150, 'Granted twice'],
	[300, 'Thanks for the bug report'],
	[-80, 'Test credits taken back'],
] as const
const ADJUSTMENTS = 24

type Given = Accounts & Catalogue & Invitations & Redemptions & { runs: Runs }

/** The ledger of every org in chronological order. Writes into the runs what their org's balance didn't cover. */
export function ledger(given: Given) {
	const movements = [
		...initialGrants(given),
		...monthlyGrants(given),
		...rewards(given),
		...redeemed(given),
		...adjustments(given),
		...consumption(given),
	].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
	const accounts = new Map(given.orgs.map(({ id }) => [id, { seq: 0, balance: 0 }]))
	return movements.flatMap(({ org_id, at: created_at, type, reference, note, actor_user_id, run, ...movement }) => {
		const account = accounts.get(org_id)
		if (!account) throw new Error(`No org ${org_id}`)
		const amount = run ? -Math.min(run.credits_used, account.balance) : movement.amount
		if (run) run.shortfall = run.credits_used + amount
		if (amount === 0 || account.balance + amount < 0) return []
		account.seq += 1
		account.balance += amount
		const [reference_type = null, reference_id = null] = reference ?? []
		return [
			{
				org_id,
				seq: account.seq,
				amount,
				balance_after: account.balance,
				type,
				reference_type,
				reference_id,
				note: note ?? null,
				actor_user_id: actor_user_id ?? null,
				created_at,
			},
		]
	})
}

const initialGrants = ({ orgs }: Given): Movement[] =>
	orgs.map(({ id: org_id, created_at: at }) => ({
		org_id,
		at,
		amount: SETTINGS['credit.initial_grant'],
		type: 'initial_grant',
	}))

/** One for each month in which a subscription was active, at the subscription's start or the month's. */
const monthlyGrants = ({ subscriptions, plan_entitlements }: Given): Movement[] =>
	subscriptions.flatMap(({ org_id, plan_id, current_period_start, current_period_end, cancelled_at }) => {
		const grant = plan_entitlements.find((it) => it.plan_id === plan_id && it.key === 'credits.monthly_grant')
		const end = [current_period_end, cancelled_at ?? current_period_end, daysAgo(0)].sort()[0] ?? ''
		return monthsBetween(current_period_start, end).map((month) => ({
			org_id,
			at: later(current_period_start, `${month}-01T00:00:00.000Z`),
			amount: Number(grant?.value),
			type: 'monthly_grant',
			reference: ['month', month],
		}))
	})

function monthsBetween(from: string, to: string): string[] {
	const months = []
	for (const at = new Date(`${from.slice(0, 7)}-01`); at.toISOString() <= to; at.setUTCMonth(at.getUTCMonth() + 1))
		months.push(at.toISOString().slice(0, 7))
	return months
}

const rewards = ({ referrals, memberships }: Given): Movement[] => {
	const homes = new Map(memberships.map(({ user_id, org_id }) => [user_id, org_id]))
	const reward = (user_id: string, type: string, amount: number, referral: Given['referrals'][number]): Movement => ({
		org_id: homes.get(user_id) ?? '',
		at: referral.created_at,
		amount,
		type,
		reference: ['referral', referral.id],
	})
	return referrals
		.filter(({ credited }) => credited)
		.flatMap((referral) => [
			reward(referral.invitee_user_id, 'invitee_reward', SETTINGS['credit.invitee_reward'], referral),
			reward(referral.inviter_user_id, 'referral_reward', SETTINGS['credit.invite_reward'], referral),
		])
}

const redeemed = ({ redemptions, redemption_codes }: Given): Movement[] =>
	redemptions.flatMap(({ code_id, org_id, user_id: actor_user_id, created_at: at }) => {
		const code = redemption_codes.find(({ id }) => id === code_id)
		if (code?.type !== 'credits') return []
		const reference = ['redemption_code', code_id] as const
		return [{ org_id, at, amount: Number(code.value), type: 'redemption', reference, actor_user_id }]
	})

const adjustments = ({ orgs, users }: Given): Movement[] =>
	Array.from({ length: ADJUSTMENTS }, () => {
		const { id: org_id, created_at } = pick(orgs)
		const [amount, note] = pick(NOTES)
		return {
			org_id,
			at: timeBetween(created_at, daysAgo(0)),
			amount: amount * (1 + below(3)),
			type: 'admin_adjustment',
			note,
			...(users[0] && { actor_user_id: users[0].id }),
		}
	})

const consumption = ({ runs }: Given): Movement[] =>
	runs.flatMap((run) =>
		run.completed_at === null
			? []
			: [
					{
						org_id: run.org_id,
						at: run.completed_at,
						amount: -run.credits_used,
						type: 'consumption',
						reference: ['run', run.run_id] as const,
						run,
					},
				],
	)
