import { below, daysAgo, idAt, later, pick, timeBetween } from './insert.ts'

export const DEMO_LOGIN = 'ada.demo'
export const DEMO_PASSWORD = 'demo password 1'

const FIRST = [
	'Ada',
	'Amara',
	'Björn',
	'Chen',
	'Dalia',
	'Elif',
	'Farid',
	'Grace',
	'Hana',
	'Ivo',
	'Jonas',
	'Kaori',
	'Lena',
	'Mateo',
	'Noor',
	'Olga',
]
const LAST = [
	'Abbas',
	'Bauer',
	'Costa',
	'Dlamini',
	'Eriksen',
	'Fischer',
	'Gupta',
	'Haddad',
	'Ivanova',
	'Jensen',
	'Kaya',
	'Lovelace',
	'Moreau',
]
const ORG_A = [
	'Northwind',
	'Blue Harbour',
	'Quiet River',
	'Copper Lane',
	'Bright Field',
	'Long Meadow',
	'Stone Bridge',
	'Silver Birch',
]
const ORG_B = ['Research', 'Logistics', 'Legal', 'Health', 'Studios', 'Robotics']
const PLACES = [
	['en', 'Europe/London'],
	['de', 'Europe/Berlin'],
	['pt', 'America/Sao_Paulo'],
	['ja', 'Asia/Tokyo'],
	['en', 'America/New_York'],
] as const

/** Operators among the users, none of whom owns an org: each with the login `<role>.demo`. */
const OPERATORS = new Map([
	[37, 'auditor'],
	[38, 'support'],
	[39, 'billing'],
])

const USERS = 160
const ORGS = 48

// Coprime to the number of names, so no two users share one; the first is Ada Lovelace.
const nameOf = (index: number) => {
	const name = (128 + index * 57) % (FIRST.length * LAST.length)
	return `${FIRST[name % FIRST.length]} ${LAST[name % LAST.length]}`
}

const loginOf = (username: string) => username.toLowerCase().replaceAll(' ', '.').replaceAll('ö', 'o')

/**
 * 48 orgs and 160 users over 60 days. Each org comes with its owner, and the other users join an existing one.
 * They all have the same `password_hash`.
 */
export function accounts(password_hash: string) {
	const users = Array.from({ length: USERS }, (_, index) => {
		const created_at = daysAgo(60 - (index * 60) / USERS)
		const username = nameOf(index)
		const role = OPERATORS.get(index)
		const login = index === 0 ? DEMO_LOGIN : role ? `${role}.demo` : loginOf(username)
		const [locale, timezone] = pick(PLACES)
		return {
			id: idAt('usr', created_at),
			login,
			username,
			email: `${login}@example.com`,
			email_verified: below(4) > 0,
			status: index > 0 && below(25) === 0 && !role ? 'suspended' : 'active',
			locale,
			timezone,
			last_login_at: below(5) > 0 ? timeBetween(later(created_at, daysAgo(14)), daysAgo(0)) : null,
			created_at,
		}
	})
	const ownerIndexes = Array.from({ length: ORGS }, (_, index) => Math.floor((index * USERS) / ORGS))
	const orgs = ownerIndexes.map((owner, index) => {
		const created_at = (users[owner] as (typeof users)[number]).created_at
		return { id: idAt('org', created_at), name: `${ORG_A[index % 8]} ${ORG_B[Math.floor(index / 8)]}`, created_at }
	})
	const memberships = users.map(({ id: user_id, created_at }, index) => {
		const owned = orgs[ownerIndexes.indexOf(index)]
		const home = owned ?? pick(orgs.filter((org) => org.created_at < created_at))
		const role = owned ? 'owner' : pick(['admin', 'member', 'member', 'member'] as const)
		return { org_id: home.id, user_id, role, created_at }
	})
	const passwords = users.map(({ id: user_id }) => ({ user_id, password_hash }))
	const operator_roles = [...OPERATORS].map(([index, role]) => {
		const { id: user_id, created_at } = users[index] as (typeof users)[number]
		return { user_id, role, created_at }
	})
	return { users, orgs, memberships, passwords, operator_roles }
}

export type Accounts = ReturnType<typeof accounts>
