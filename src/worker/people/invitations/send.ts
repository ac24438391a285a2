import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn, WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, newId, now } from '../../ground/db/columns.ts'
import { allOf, countOf } from '../../ground/db/state.ts'
import { conflict } from '../../ground/http/errors.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { hashOf, newLongLived } from '../../keys/auth/tokens.ts'
import { ensureWithinLimit } from '../../plans/entitlements/limits.ts'
import type { Role } from '../../principal.ts'
import { countRequest } from '../../sign-in/throttle/requests.ts'
import { isOpen } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { invitationOf, keptOf, selectInvitation, selectNames, sentInvitation } from './columns.ts'
import { linkOf, mailerOfInvitations, mailInvitation } from './mail.ts'
import { inviterOf, limitOf, limitsOf, refusalOf } from './refusal.ts'
import type { CreateInvitation } from './schema.ts'
import { isGiven, isOpenNow, isUnused } from './state.ts'
import { invitations } from './table.ts'

const TTL_MS = 7 * DAY_MS

const newToken = (c: WorkContext) => newLongLived('invitation', c)

/** How many open invitations the org has besides one. */
const openBeside = (org_id: string, id: string) =>
	countOf(invitations, allOf(eq(invitations.org_id, org_id), ne(invitations.id, id), isOpenNow()))

/** New tokens and times for each sending. Only the mail has the second token, so whoever uses that one reads the mails to the address. */
async function newSending(c: Context<SignedIn>) {
	const mailer = await mailerOfInvitations(c)
	const [token, mailedToken] = [newToken(c), newToken(c)]
	const sent_at = now()
	const row = {
		...inviterOf(c.var.principal),
		token_hash: hashOf(token),
		mailed_token_hash: mailer ? hashOf(mailedToken) : null,
		sent_at,
		mailed_at: mailer ? sent_at : null,
		expires_at: fromNow(TTL_MS),
		voided_at: null,
	}
	return { token, mailedToken, mailer, row }
}

/**
 * Invites an address into an org, and returns the invitation with its token. Throws 404 for an unknown org, 403 for a role that
 * the caller can't give, 409 for an address with an open invitation and at the limit, and 429 after too many requests.
 */
export async function invite(c: Context<SignedIn>, org_id: string, { email, role }: z.infer<typeof CreateInvitation>) {
	const { db } = c.var
	const sending = await newSending(c)
	const id = newId('ivt')
	const row = { id, org_id, email, role, ...sending.row, created_at: sending.row.sent_at }
	const isOfAddress = and(eq(invitations.org_id, org_id), sql`lower(${invitations.email}) = lower(${email})`)
	return send(c, sending, {
		org_id,
		id,
		role,
		verb: 'create',
		// One that ended without being accepted makes room for its successor.
		change: [
			db.delete(invitations).where(and(isOfAddress, isUnused, sql`NOT (${isOpenNow()})`)),
			db.insert(invitations).values(row),
		],
	})
}

/**
 * Sends an invitation again, with new tokens and for another seven days, and returns it. The caller becomes its inviter. Throws
 * what `invite` throws, and 409 for an invitation that somebody accepted.
 */
export async function resend(c: Context<SignedIn>, org_id: string, id: string) {
	const sending = await newSending(c)
	const change = c.var.db
		.update(invitations)
		.set(sending.row)
		.where(and(invitationOf(org_id, id), isUnused))
	return send(c, sending, { org_id, id, verb: 'resend', change: [change] })
}

interface Sent {
	org_id: string
	id: string
	/** Undefined for an invitation that already has one. */
	role?: Role
	verb: 'create' | 'resend'
	change: Statement[]
}

async function send(c: Context<SignedIn>, sending: Awaited<ReturnType<typeof newSending>>, sent: Sent) {
	const { db, principal } = c.var
	const { org_id, id, verb, change } = sent
	const { token, mailedToken, mailer } = sending
	const where = invitationOf(org_id, id)
	const { shown, names } = await write(
		c,
		{
			counted: countRequest(c, limitsOf(org_id, principal)),
			isOpen: ensureExists(c, orgs, isOpen(org_id)),
			change,
			changed: ensureChanged(c),
			isGiven: ensureExists(c, invitations, allOf(where, isGiven(invitations))),
			withinLimit: ensureWithinLimit(c, { ...limitOf(org_id), count: openBeside(org_id, id) }),
			shown: selectInvitation(db, org_id, id),
			names: selectNames(db, id),
		},
		{
			audit: {
				action: `invitations.${verb}` as const,
				target: invitations,
				target_id: id,
				where,
				kept: keptOf(where),
				org_id,
				isNew: verb === 'create',
			},
			// A replay shows no token, because stored responses hold no credentials.
			response: { status: verb === 'create' ? 201 : 200, body: sentInvitation(id) },
			duplicate: () => conflict('invitations.open'),
			otherwise: () => refusalOf(c, sent),
		},
	)
	const [invitation] = shown
	if (!invitation) throw new Error('A sent invitation has a row')
	if (mailer && names[0]) await mailInvitation(c, mailer, mailedToken, { ...invitation, ...names[0] })
	const url = linkOf(c.env, token)
	return { ...invitation, token, ...(url !== undefined && { url }) }
}
