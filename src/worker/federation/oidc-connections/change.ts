import { and, eq, inArray, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { allOf, countOf, exists } from '../../ground/db/state.ts'
import { conflictSaying, invalid, notFound } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { requireCallable } from '../../ground/outbound/input.ts'
import { isListed } from '../../ground/outbound/policy.ts'
import { deleteSecretsOf, putSecret, seal, isOther } from '../../ground/secrets/vault.ts'
import { ensure, ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { newSecret } from '../../keys/auth/tokens.ts'
import { encryptionKeys, serviceAccountKeys, serviceAccounts } from '../../keys/service-accounts/table.ts'
import { isUnused } from '../../people/invitations/state.ts'
import { invitations } from '../../people/invitations/table.ts'
import type { UserPrincipal } from '../../principal.ts'
import { decidedBy } from '../../sign-in/identities/confirm.ts'
import {
	clientSecretPlace,
	oidcConnections,
	oidcDomains,
	scimTokens,
	scimUsers,
} from '../../sign-in/identities/table.ts'
import { demanding, requireAlone } from '../../sign-in/requirements/demand.ts'
import { signInRequirements } from '../../sign-in/requirements/table.ts'
import { isOpen, openOrg } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { isBehind, isTrusted, waitsSince } from '../../tenancy/users/through.ts'
import { connectionOf, type Owner, ownedBy, selectConnections, toConnection } from './columns.ts'
import type { CreateInput, UpdateInput } from './schema.ts'

/** How many connections an org may have, and the platform. */
const MAX_CONNECTIONS = 20

const auditOf = (owner: Owner, verb: 'create' | 'update' | 'delete', id: string) => ({
	action: `oidc_connections.${verb}` as const,
	target: oidcConnections,
	target_id: id,
	where: connectionOf(owner, id),
	org_id: owner,
	isNew: verb === 'create',
})

/** Throws a 400 for an issuer that isn't HTTPS, or that must not be called. Only a host that the operator lists may do without TLS. */
function requireIssuer(env: Env, issuer: string) {
	const url = URL.parse(issuer)
	const schemes = url && isListed(env, url) ? (['https:', 'http:'] as const) : (['https:'] as const)
	requireCallable(env, 'issuer', issuer, { schemes, isBase: true })
}

/** Makes a connection, and returns it. Throws 404 for an unknown org, 400 for an issuer that must not be called, 409 for one too many. */
export async function createConnection(c: Context<SignedInUser>, owner: Owner, input: CreateInput) {
	requireIssuer(c.env, input.issuer)
	const { db, principal } = c.var
	const id = newId('oic')
	const at = now()
	const { client_secret, domains, ...given } = input
	const row = {
		...given,
		id,
		org_id: owner,
		decided_by: principal.user_id,
		waits_since: null,
		last_failure: null,
		last_failed_at: null,
		created_at: at,
		updated_at: at,
	}
	const rows = domains.map((domain) => newDomain(c, id, domain))
	const shown = rows.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
	const record = toConnection(c, {
		...row,
		is_required: 0,
		scim_token_created_at: null,
		scim_token_ends_at: null,
		domains: JSON.stringify(
			shown.map(({ domain, challenge }) => ({ domain, challenge, proved_at: null, checked_at: null })),
		),
	})
	await write(
		c,
		{
			orgExists: owner !== null && ensureExists(c, orgs, isOpen(owner)),
			room: ensure(c, sql`${countOf(oidcConnections, ownedBy(owner))} < ${MAX_CONNECTIONS}`),
			insert: db.insert(oidcConnections).values({ ...row, ...decidedBy(principal) }),
			domains: rows.map((domain) => db.insert(oidcDomains).values(domain)),
			secret: putSecret(db, await seal(c.env, clientSecretPlace(id), client_secret)),
		},
		{
			audit: auditOf(owner, 'create', id),
			response: { status: 201, body: record },
			otherwise: () => creationRefusal(c, owner),
		},
	)
	return record
}

async function creationRefusal({ var: { db } }: Context<SignedInUser>, owner: Owner) {
	const [org] = owner === null ? [true] : await openOrg(db, { org_id: owner })
	if (!org) return notFound('Org')
	return conflictSaying(`There are already ${MAX_CONNECTIONS} connections. Delete one first.`, 'limit.reached', {
		key: null,
		limit: MAX_CONNECTIONS,
	})
}

const newDomain = (c: Context<SignedInUser>, connection_id: string, domain: string) => ({
	connection_id,
	domain,
	challenge: newSecret(c),
})

/** Changes a connection, and returns it. A domain that stays keeps its proof. Throws 404, and 400 for an issuer that must not be called. */
export async function changeConnection(c: Context<SignedInUser>, owner: Owner, id: string, input: UpdateInput) {
	requireAlone(c, input, 'is_required')
	const { client_secret, domains, is_required, ...fields } = input
	if (fields.issuer !== undefined) requireIssuer(c.env, fields.issuer)
	// Whoever may change the connection mustn't get hold of the secret by sending it elsewhere.
	if (fields.issuer !== undefined && client_secret === undefined)
		throw invalid([{ path: 'client_secret', message: must.required_with_issuer }])
	const { db, principal } = c.var
	const where = connectionOf(owner, id)
	const secret = client_secret === undefined ? undefined : await seal(c.env, clientSecretPlace(id), client_secret)
	const moved = [...(secret ? [isOther(secret)] : []), ...(domains ? [sql`NOT (${hasExactly(id, domains)})`] : [])]
	const demanded = is_required === undefined ? undefined : demanding(c, { owner, connection_id: id }, is_required)
	const { rows } = await write(
		c,
		{
			updated: db
				.update(oidcConnections)
				.set(changing(oidcConnections, fields, { ...decidedAnew(principal), updated_at: now() }, ...moved))
				.where(where),
			found: ensureChanged(c),
			...(domains && domainsAre(c, id, domains)),
			secret: secret && putSecret(db, secret),
			demanded: demanded?.statement,
			lifted:
				fields.is_active === false &&
				db.delete(signInRequirements).where(allOf(isOf(id), exists(oidcConnections, where))),
			rows: selectConnections(db, where),
		},
		{ audit: demanded?.audit ?? auditOf(owner, 'update', id), otherwise: notFound('OIDC connection') },
	)
	return rows[0] && toConnection(c, rows[0])
}

/**
 * Who decides a connection from a change on. A sign-in that may be the connection's own word decides nothing about it, and a change
 * confirms nothing.
 */
function decidedAnew(principal: UserPrincipal) {
	const { decided_by, through_connection_id } = decidedBy(principal)
	const { id, decided_by: before, through_connection_id: through } = oidcConnections
	const isOwnWord = isBehind(through_connection_id, id)
	return {
		decided_by: sql`iif(${isOwnWord}, ${before}, ${decided_by})`,
		through_connection_id: sql`iif(${isOwnWord} OR NOT ${isTrusted(through)}, ${through}, ${through_connection_id})`,
	}
}

const hasExactly = (id: string, domains: string[]): SQL =>
	sql`(SELECT count(*) = ${domains.length} AND total(${inArray(oidcDomains.domain, domains)}) = ${domains.length} FROM ${oidcDomains} WHERE ${eq(oidcDomains.connection_id, id)})`

function domainsAre(c: Context<SignedInUser>, id: string, domains: string[]) {
	const { db } = c.var
	const others = and(eq(oidcDomains.connection_id, id), notInArray(oidcDomains.domain, domains))
	return {
		removed: db.delete(oidcDomains).where(others),
		added: domains.map((domain) =>
			db
				.insert(oidcDomains)
				.values(newDomain(c, id, domain))
				.onConflictDoNothing(),
		),
	}
}

const isOf = (id: string) => eq(signInRequirements.connection_id, id)

/** Deletes a connection with its domains and its secret. Throws 404. */
export async function deleteConnection(c: Context<SignedInUser>, owner: Owner, id: string): Promise<void> {
	const { db } = c.var
	const where = connectionOf(owner, id)
	const isTheirs = allOf(
		eq(oidcDomains.connection_id, id),
		sql`EXISTS (SELECT 1 FROM ${oidcConnections} WHERE ${where})`,
	)
	await write(
		c,
		{
			domains: db.delete(oidcDomains).where(isTheirs),
			lifted: db.delete(signInRequirements).where(allOf(isOf(id), exists(oidcConnections, where))),
			scim: [
				db.delete(scimTokens).where(allOf(eq(scimTokens.connection_id, id), exists(oidcConnections, where))),
				db.delete(scimUsers).where(allOf(eq(scimUsers.connection_id, id), exists(oidcConnections, where))),
			],
			keys: db.delete(apiKeys).where(allOf(eq(apiKeys.connection_id, id), exists(oidcConnections, where))),
			vouched: vouched(c, owner, id),
			deleted: db.delete(oidcConnections).where(where),
			found: ensureChanged(c),
			secrets: deleteSecretsOf(db, 'oidc_connections', id),
		},
		{ audit: auditOf(owner, 'delete', id), otherwise: notFound('OIDC connection') },
	)
}

/** What was made through a connection that doesn't wait is trusted, and stays so without it. */
function vouched({ var: { db } }: Context<SignedInUser>, owner: Owner, id: string) {
	const isVouched = exists(oidcConnections, allOf(connectionOf(owner, id), sql`${waitsSince()} IS NULL`))
	const ofAccount = (account_id: SQLWrapper) =>
		sql`${account_id} IN (SELECT ${serviceAccounts.id} FROM ${serviceAccounts} WHERE ${serviceAccounts.org_id} = ${owner})`
	const ofConnection = sql`${scimTokens.connection_id} IN (SELECT o.id FROM ${oidcConnections} AS o WHERE o.org_id = ${owner})`
	// A session through an org's connection is confined to the org.
	const through = (table: { through_connection_id: SQLWrapper }, isOfOrg: SQL) =>
		allOf(sql`${table.through_connection_id} = ${id}`, owner === null ? sql`1` : isOfOrg, isVouched)
	const none = { through_connection_id: null }
	return [
		db
			.update(invitations)
			.set(none)
			.where(through(invitations, allOf(eq(invitations.org_id, owner ?? ''), isUnused))),
		db
			.update(oidcConnections)
			.set(none)
			.where(through(oidcConnections, eq(oidcConnections.org_id, owner ?? ''))),
		db.update(scimTokens).set(none).where(through(scimTokens, ofConnection)),
		db
			.update(serviceAccountKeys)
			.set(none)
			.where(through(serviceAccountKeys, ofAccount(serviceAccountKeys.service_account_id))),
		db
			.update(encryptionKeys)
			.set(none)
			.where(through(encryptionKeys, ofAccount(encryptionKeys.service_account_id))),
	]
}
