import { eq } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { inOneCase } from '../../ground/db/one-case.ts'
import { publicUrlOf } from '../../ground/http/public-url.ts'
import { afterwards } from '../../ground/write/afterwards.ts'
import { write } from '../../ground/write/write.ts'
import { hashOf } from '../../keys/auth/tokens.ts'
import { logMailFailure, type Mailer, mailerOf } from '../../messages/email/mailer.ts'
import { escaped, type MailText } from '../../messages/email/message.ts'
import type { Role } from '../../principal.ts'
import { allow, byAccount } from '../../sign-in/throttle/requests.ts'
import { invitations } from './table.ts'

/**
 * The link to an invitation; undefined if the operator didn't set `PUBLIC_URL`. The token is in the fragment, which browsers send
 * to no server, so no log and no `Referer` has it.
 */
export function linkOf(env: Env, token: string): string | undefined {
	const address = publicUrlOf(env)
	return address && `${address}/console/join#${token}`
}

/** The mailer if an invitation can be mailed. Without `PUBLIC_URL` it can't: a link needs an address that no caller chose. */
export async function mailerOfInvitations(c: WorkContext): Promise<Mailer | undefined> {
	if (publicUrlOf(c.env) === undefined) return undefined
	try {
		return await mailerOf(c)
	} catch (error) {
		// The inviter can pass the link on, so they shouldn't wait until somebody repairs the mail settings.
		logMailFailure(error)
		return undefined
	}
}

interface Invited {
	email: string
	role: Role
	org_name: string
	inviter_name: string
	expires_at: string
}

/**
 * Mails an invitation after the response. An address gets five such mails in an hour, no matter who sends them, because anybody may have
 * an org. Without a mail `mailed_at` is null again.
 */
export const mailInvitation = (c: WorkContext, mailer: Mailer, token: string, invited: Invited) =>
	afterwards(c, { code: 'mails_invited', values: {} }, () => c.executionCtx.waitUntil(send(c, mailer, token, invited)))

async function send(c: WorkContext, mailer: Mailer, token: string, invited: Invited): Promise<void> {
	try {
		await allow(c, [byAccount('invitation mail', inOneCase(invited.email), 5)])
		await mailer(invited.email, textOf(invited, linkOf(c.env, token) ?? ''))
	} catch (error) {
		logMailFailure(error)
		const notMailed = c.var.db
			.update(invitations)
			.set({ mailed_at: null })
			.where(eq(invitations.mailed_token_hash, hashOf(token)))
		await write(c, { notMailed }, { response: { none: 'The inviter already has the response' } }).catch(logMailFailure)
	}
}

/** Users choose these names, and mail programs make links of what looks like one. So a mail has only their letters and digits. */
const plain = (name: string) =>
	name
		.replaceAll(/[^\p{L}\p{M}\p{N}'&-]+/gu, ' ')
		.trim()
		.slice(0, 64)

const AS = { owner: 'an owner', admin: 'an admin', member: 'a member' }

function textOf({ role, org_name, inviter_name, expires_at }: Invited, link: string): MailText {
	const [inviter, org] = [plain(inviter_name) || 'Someone', plain(org_name) || 'an org']
	const invitation = `${inviter} invites you to join ${org} on Plinth as ${AS[role]}. To accept, open this link and sign in or register:`
	const rest = `The link works once, until ${expires_at.slice(0, 16).replace('T', ' ')} UTC. Don't pass it on: whoever has it can join. If you don't know ${inviter}, ignore this mail.`
	return {
		subject: `${inviter} invites you to ${org} on Plinth`,
		text: [invitation, link, rest].join('\n\n'),
		html: [`<p>${escaped(invitation)}</p>`, `<p><a href="${link}">${link}</a></p>`, `<p>${escaped(rest)}</p>`].join(
			'\n',
		),
	}
}
