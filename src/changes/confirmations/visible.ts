import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Principal } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { writersOf } from '../../write/configured.ts'
import { auditStates } from '../../write/table.ts'
import { TABLES } from '../kinds.ts'
import { unconfirmedChanges } from './table.ts'

const { audit_id, maker_user_id, org_id } = unconfirmedChanges

/** The tables that only operators change, even for an org. */
const OF_THE_PLATFORM = [...TABLES].flatMap(([name, { kind }]) =>
	writersOf(kind, 'org').some((one) => one === 'org.settings' || one === 'data.secrets') ? [] : [name],
)

const touchesPlatform = sql`EXISTS (SELECT 1 FROM ${auditStates} WHERE ${and(eq(auditStates.audit_id, audit_id), inArray(auditStates.table_name, OF_THE_PLATFORM))})`

/** Callers see the changes they made, and with `org.settings` all of their org's. An API key only sees its own org's. */
export function visibleTo(principal: Principal) {
	const { permissions, api_key_id, org_id: own } = principal
	if (permissions.has('platform.read')) return undefined
	const isMakers = eq(maker_user_id, actorOf(principal))
	const isOwn = api_key_id === null ? isMakers : and(isMakers, eq(org_id, own))
	return permissions.has('org.settings') ? or(isOwn, eq(org_id, own)) : isOwn
}

/** Who may confirm a change or end it early: its maker, and whoever manages the settings it changes. */
export function decidedBy(principal: Principal) {
	const { permissions, org_id: own } = principal
	if (permissions.has('platform_admin')) return sql`1`
	const isMakers = eq(maker_user_id, actorOf(principal))
	const isOfOrg = and(eq(org_id, own), sql`NOT ${touchesPlatform}`)
	return sql`(${permissions.has('org.settings') ? or(isMakers, isOfOrg) : isMakers})`
}
