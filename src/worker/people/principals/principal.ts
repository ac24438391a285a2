import { and, eq, isNull, sql } from 'drizzle-orm'
import { remember } from '../../ground/db/cache.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { PREFIXES } from '../../ground/http/masked.ts'
import { compiledOnce } from '../../ground/networks/rules.ts'
import { isAnyWaitingFor, isMakerWaiting } from '../../ground/write/waiting.ts'
import { forgettable } from '../../isolate.ts'
import { isStillLetIn } from '../../keys/api-keys/connected.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { type Claims, formOf, hashOf, verifyAccessToken } from '../../keys/auth/tokens.ts'
import { permissionsOfKey, permissionsOfService } from '../../keys/service-accounts/permissions.ts'
import { encryptionKeys, serviceAccountKeys, serviceAccounts } from '../../keys/service-accounts/table.ts'
import type { EncryptionKey, Permission, Principal, Role, RuntimeReach } from '../../principal.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { demandsOn, unmetIn } from '../../sign-in/requirements/required.ts'
import { authenticatedAt, sessions } from '../../sign-in/sessions/table.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { permissionsOf, scopedTo } from '../../tenancy/principals/permissions.ts'
import { noted, principals } from '../../tenancy/principals/remembered.ts'
import { hasFactor, methodsOf } from '../../tenancy/users/factors.ts'
import { isOperator, platformRoles, platformRolesSince, rolesIn } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { gatewayOf, gatewaySource } from '../../traffic/gateway/current.ts'
import { mayBeOldKey } from './old-keys.ts'
import { isActive, isAdmitted, isWaiting } from './standing.ts'

/** The credentials that were valid when this isolate last looked. */
const known = forgettable(new Map<string, true>())

/**
 * The principal of an `Authorization` header; undefined when it holds no valid credential. One D1 call, or none when this
 * isolate looked up the credential within the last five seconds, or when we can't have issued it. `mayLookUp` runs before the
 * lookup of a credential that this isolate doesn't know, and may throw.
 */
export async function principalOf(
	env: Env,
	db: Database['reader'],
	authorization = '',
	mayLookUp: () => Promise<void> = () => Promise.resolve(),
): Promise<Principal | undefined> {
	const credential = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
	if (credential === undefined) return undefined
	if (credential.startsWith(PREFIXES.api_key)) {
		const form = formOf('api_key', credential)
		if (form === undefined) return undefined
		const key_hash = hashOf(credential)
		if (form === 'without_checksum' && !(await mayBeOldKey(db, key_hash))) return undefined
		return kept(db, key_hash, () => ofKey(db, key_hash), mayLookUp)
	}
	const claims = await verifyAccessToken(env, credential)
	return claims && kept(db, `${claims.sub} ${claims.sid} ${claims.org_id}`, () => ofSession(db, claims), mayLookUp)
}

async function kept(
	db: Database['reader'],
	key: string,
	look: () => Promise<Principal | undefined>,
	mayLookUp: () => Promise<void>,
) {
	const find = async () => {
		if (!known.has(key)) await mayLookUp()
		const found = await look()
		if (found) remember(known, key, true)
		else known.delete(key)
		return found ?? null
	}
	const principal = await principals.get(key, find, db)
	// The cached key may have expired since the isolate read it.
	const hasExpired = principal?.expires_at != null && principal.expires_at <= now()
	return principal && !hasExpired ? principal : undefined
}

/** An org's connection gives no platform roles. */
const actsAsOperator = sql<number>`(${oidcConnections.org_id} IS NULL AND ${isOperator})`

const waits = sql<number>`${isWaiting}`.as('is_waiting')

/** What a sign-in, or a key, gives in its org and of the platform: through a connection that waits no more than a member has. */
const held = (row: { is_waiting: number; role: Role | null; platform_roles: string }) =>
	row.is_waiting === 1
		? { role: row.role && ('member' as const), operatorRoles: [] }
		: { role: row.role, operatorRoles: rolesIn(row.platform_roles) }

const findBySession = prepared(['sub', 'sid', 'org_id'], (db, { sub, sid, org_id }) =>
	db
		.select({
			authenticated_at: authenticatedAt.as('authenticated_at'),
			connection_id: sessions.connection_id,
			is_enrolling: sessions.is_enrolling,
			is_confined: sql<number>`${oidcConnections.org_id} IS NOT NULL`.as('is_confined'),
			is_waiting: waits,
			factor: sessions.factor,
			methods: methodsOf(users.id).as('methods'),
			org_id: memberships.org_id,
			...demandsOn({ user_id: users.id, is_operator: actsAsOperator, org_id: memberships.org_id }),
			is_deciding: isMakerWaiting(users.id, orgs.id).as('is_deciding'),
			role: sql<Role | null>`${memberships.role}`.as('role'),
			platform_roles: sql<string>`iif(${oidcConnections.org_id} IS NULL, ${platformRoles}, '[]')`.as('platform_roles'),
			ip_rules: orgs.ip_rules,
			gateway: gatewaySource.as('gateway'),
			is_any_waiting: isAnyWaitingFor(orgs.id).as('is_any_waiting'),
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.user_id))
		.innerJoin(orgs, and(eq(orgs.id, org_id), isNull(orgs.deleted_at)))
		.leftJoin(memberships, and(eq(memberships.org_id, orgs.id), eq(memberships.user_id, users.id)))
		.leftJoin(oidcConnections, eq(oidcConnections.id, sessions.connection_id))
		.where(
			and(
				eq(sessions.id, sid),
				isAdmitted(orgs.id),
				eq(users.id, sub),
				isActive,
				sql`(${sessions.is_enrolling} = 0 OR NOT ${hasFactor(users.id)})`,
				sql`${sessions.ended_at} IS NULL AND ${sessions.expires_at} > ${db.now()}`,
			),
		),
)

async function ofSession(db: Database['reader'], { sub, sid, org_id }: Claims): Promise<Principal | undefined> {
	const [row] = await findBySession(db.primary(), { sub, sid, org_id })
	if (!row) return undefined
	const { role, operatorRoles } = held(row)
	const demands = row.is_waiting === 1 ? { ...row, platform_connections: null } : row
	// Only operators may act in an org without being members. We read both here, so losing the role takes that away.
	if (role === null && operatorRoles.length === 0) return undefined
	// Anyone who demands more on trial must be able to take it back, also if it's what refuses them. The next refresh checks them.
	const unmet = row.is_enrolling || row.is_deciding === 1 ? null : unmetIn(demands, org_id, row)
	const permissions = row.is_enrolling || unmet ? new Set<Permission>() : permissionsOf(role, operatorRoles)
	return noted(row.is_any_waiting === 1, {
		kind: 'user',
		id: sub,
		user_id: sub,
		service_account_id: null,
		api_key_id: null,
		key_root_id: null,
		session_id: sid,
		authenticated_at: row.authenticated_at,
		connection_id: row.connection_id,
		is_confined: row.is_confined === 1 || row.is_waiting === 1,
		is_enrolling: row.is_enrolling,
		unmet,
		expires_at: null,
		org_id,
		role,
		platform_roles: operatorRoles,
		permissions,
		mode: 'act',
		ip_rules: compiledOnce(row.ip_rules),
		gateway: gatewayOf(row.gateway),
	})
}

// A key is a user's or a service account's. One statement looks for both, so a lookup stays one D1 call.
const findByKey = prepared(['key_hash'], (db, { key_hash }) => {
	const common = {
		ip_rules: orgs.ip_rules,
		gateway: gatewaySource.as('gateway'),
		is_any_waiting: isAnyWaitingFor(orgs.id).as('is_any_waiting'),
	}
	const hasNotEnded = ({
		expires_at,
	}: Pick<typeof apiKeys, 'expires_at'> | Pick<typeof serviceAccountKeys, 'expires_at'>) =>
		sql`(${expires_at} IS NULL OR ${expires_at} > ${db.now()})`
	const ofUsers = db
		.select({
			id: apiKeys.id,
			root_id: sql<string>`coalesce(${apiKeys.root_id}, ${apiKeys.id})`,
			user_id: sql<string | null>`${apiKeys.user_id}`,
			service_account_id: sql<string | null>`NULL`,
			org_id: apiKeys.org_id,
			scopes: sql<string | null>`${apiKeys.scopes}`,
			expires_at: apiKeys.expires_at,
			mode: apiKeys.mode,
			connection_id: sql<string | null>`${apiKeys.connection_id}`,
			is_waiting: waits,
			role: sql<Role | null>`${memberships.role}`.as('role'),
			platform_roles: platformRolesSince(apiKeys.created_at).as('platform_roles'),
			runtime: sql<string | null>`NULL`,
			kept: sql<string | null>`NULL`,
			encryption_keys: sql<string | null>`NULL`,
			...common,
		})
		.from(apiKeys)
		.innerJoin(users, eq(users.id, apiKeys.user_id))
		.innerJoin(memberships, and(eq(memberships.org_id, apiKeys.org_id), eq(memberships.user_id, apiKeys.user_id)))
		.innerJoin(orgs, and(eq(orgs.id, memberships.org_id), isNull(orgs.deleted_at)))
		.leftJoin(oidcConnections, eq(oidcConnections.id, apiKeys.connection_id))
		.where(and(eq(apiKeys.key_hash, key_hash), isActive, hasNotEnded(apiKeys), isStillLetIn(db.now())))
	const ofServices = db
		.select({
			id: serviceAccountKeys.id,
			root_id: sql<string>`coalesce(${serviceAccountKeys.root_id}, ${serviceAccountKeys.id})`,
			user_id: sql<string | null>`NULL`,
			service_account_id: sql<string | null>`${serviceAccounts.id}`,
			org_id: serviceAccounts.org_id,
			scopes: sql<string | null>`${serviceAccounts.scopes}`,
			expires_at: serviceAccountKeys.expires_at,
			mode: serviceAccountKeys.mode,
			connection_id: sql<string | null>`${serviceAccountKeys.through_connection_id}`,
			is_waiting: sql<number>`0`,
			role: sql<Role | null>`${serviceAccounts.role}`,
			platform_roles: sql<string>`'[]'`,
			runtime: sql<string | null>`${serviceAccounts.runtime}`,
			kept: sql<string | null>`${serviceAccountKeys.permissions}`,
			encryption_keys: sql<
				string | null
			>`(SELECT json_group_array(json_object('kid', e.kid, 'jwk', json(e.jwk)) ORDER BY e.created_at, e.kid)
				FROM ${encryptionKeys} AS e WHERE e.service_account_id = ${serviceAccounts.id})`,
			...common,
		})
		.from(serviceAccountKeys)
		.innerJoin(serviceAccounts, eq(serviceAccounts.id, serviceAccountKeys.service_account_id))
		.innerJoin(orgs, and(eq(orgs.id, serviceAccounts.org_id), isNull(orgs.deleted_at)))
		.where(
			and(
				eq(serviceAccountKeys.key_hash, key_hash),
				eq(serviceAccounts.is_active, sql`1`),
				hasNotEnded(serviceAccountKeys),
			),
		)
	return ofUsers.unionAll(ofServices)
})

async function ofKey(db: Database['reader'], key_hash: string): Promise<Principal | undefined> {
	const [row] = await findByKey(db.primary(), { key_hash })
	if (!row) return undefined
	const { id, user_id, service_account_id, connection_id, org_id, expires_at, mode } = row
	const { role, operatorRoles: platform_roles } = held(row)
	const scopes = JSON.parse(row.scopes ?? 'null') as Permission[] | null
	const common = {
		org_id,
		connection_id,
		expires_at,
		mode,
		role,
		ip_rules: compiledOnce(row.ip_rules),
		gateway: gatewayOf(row.gateway),
	}
	const ofKey = { ...common, api_key_id: id, key_root_id: row.root_id, session_id: null }
	if (service_account_id !== null) {
		const kept = JSON.parse(row.kept ?? 'null') as Permission[] | null
		const permissions = permissionsOfKey(permissionsOfService({ role, scopes }), kept)
		const who = { kind: 'service', id: service_account_id, user_id: null, service_account_id } as const
		const serves = {
			runtime: JSON.parse(row.runtime ?? 'null') as RuntimeReach | null,
			encryption_keys: JSON.parse(row.encryption_keys ?? '[]') as EncryptionKey[],
		}
		return noted(row.is_any_waiting === 1, { ...who, ...ofKey, platform_roles: [], permissions, ...serves })
	}
	const permissions = scopedTo(scopes ?? [], permissionsOf(role, platform_roles))
	const who = { kind: 'api_key', id, user_id: user_id as string, service_account_id } as const
	return noted(row.is_any_waiting === 1, { ...who, ...ofKey, platform_roles, permissions })
}
