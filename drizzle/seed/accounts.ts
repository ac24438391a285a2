import { below, daysAgo, idAt, pick } from './insert.ts'

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

/** 48 orgs and 160 users over 60 days, each org with an owner and some members. `password_hash` is everybody's. */
export function accounts(password_hash: string) {
	const users = Array.from({ length: 160 }, (_, index) => {
		const created_at = daysAgo(60 - (index * 60) / 160)
		const [first, last] = [index === 0 ? 'Ada' : pick(FIRST), index === 0 ? 'Lovelace' : pick(LAST)]
		const login = index === 0 ? DEMO_LOGIN : `${first}.${last}.${index}`.toLowerCase().replaceAll('ö', 'o')
		const [locale, timezone] = pick(PLACES)
		return {
			id: idAt('usr', created_at),
			login,
			username: `${first} ${last}`,
			email: `${login}@example.com`,
			email_verified: below(4) > 0,
			status: index > 0 && below(25) === 0 ? 'suspended' : 'active',
			locale,
			timezone,
			last_login_at: below(5) > 0 ? daysAgo(below(14)) : null,
			created_at,
		}
	})
	const orgs = Array.from({ length: 48 }, (_, index) => {
		const created_at = daysAgo(60 - (index * 60) / 48)
		return { id: idAt('org', created_at), name: `${ORG_A[index % 8]} ${ORG_B[Math.floor(index / 8)]}`, created_at }
	})
	const memberships = users.flatMap(({ id: user_id, created_at }, index) => {
		const home = orgs[index % 48] as (typeof orgs)[number]
		const role = index < 48 ? 'owner' : pick(['admin', 'member', 'member', 'member'] as const)
		return [{ org_id: home.id, user_id, role, created_at }]
	})
	const passwords = users.map(({ id: user_id }) => ({ user_id, password_hash }))
	return { users, orgs, memberships, passwords }
}
