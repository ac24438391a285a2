import { fields } from '../../text/en/actions.ts'
import { punctuation } from '../../text/en/language.ts'
import { roleNames } from '../../text/en/roles.ts'
import { sentences } from '../../text/en/sentences.ts'
import { named } from '../../ui/said.tsx'
import type { Kind, Row } from './kind.ts'
import { isOnlyChange, nameIn, textIn } from './values.ts'

const t = sentences.people

const nameOfUser = ({ username, login }: Row) => named(textIn(username ?? login))

const rolesIn = (row: Row | null): string[] => {
	const { roles } = row ?? {}
	const all = Array.isArray(roles) ? roles : typeof row?.role === 'string' ? [row.role] : []
	return all.map((role) => roleNames[role as keyof typeof roleNames] ?? textIn(role))
}

/** Orgs, users, and what lets them in. */
export const people: Record<string, Partial<Kind>> = {
	orgs: {
		describe: ({ before, after, row }) =>
			before && after && Boolean(before.deleted_at) !== Boolean(after.deleted_at)
				? (after.deleted_at ? t.org_closed : t.org_restored)(nameIn(row))
				: undefined,
	},
	memberships: {
		name: ({ user_id }, { name }) => name(user_id),
		describe: ({ before, after, row, target_id, org_id }, { name }) => {
			const [user, org] = [name(row.user_id ?? target_id), name(row.org_id ?? org_id)]
			const [old, now] = [before?.role, after?.role].map((role) =>
				role ? (t.roles[textIn(role)] ?? textIn(role)) : null,
			)
			if (old && now) return t.member_changed(user, org, old, now)
			if (now) return t.member_added(user, org, now)
			return t.member_removed(user, org)
		},
	},
	users: {
		name: nameOfUser,
		describe: ({ before, after }) => {
			if (!before || !after || !isOnlyChange('status', fields.users, before, after)) return undefined
			if (after.status !== 'active' && after.status !== 'suspended') return undefined
			return t.status(nameOfUser(after), after.status === 'active')
		},
	},
	invitations: { name: ({ email }) => named(textIn(email)) },
	service_account_keys: {
		name: ({ name, service_account_id }, facts) => (name ? named(textIn(name)) : facts.name(service_account_id)),
	},
	service_account_encryption_keys: {
		name: ({ kid, service_account_id }, { name }) => sentences.of(named(textIn(kid)), name(service_account_id)),
	},
	passkeys: {},
	sessions: {
		name: ({ user_id }, { name }) => name(user_id),
		describe: ({ before, after }, { name }) =>
			before && after?.ended_at && !before.ended_at ? t.session_ended(name(after.user_id)) : undefined,
	},
	identities: { name: ({ user_id }, { name }) => name(user_id) },
	oidc_connections: {},
	scim_tokens: { name: ({ connection_id }, { connection }) => connection(connection_id) },
	scim_users: { name: ({ user_id }, { name }) => name(user_id) },
	sign_in_requirements: {
		name: ({ connection_id, owner }, { connection }) =>
			connection_id ? connection(connection_id, owner) : t.second_factor,
		describe: ({ after, row }, { name, connection }) => {
			const { connection_id, owner } = row
			const whom = owner === 'platform' ? undefined : name(owner)
			return connection_id
				? t.connection_required(connection(connection_id, owner), whom, after !== null)
				: t.factor_required(whom, after !== null)
		},
	},
	recovery_codes: { name: ({ user_id }, { name }) => name(user_id) },
	totp_keys: { name: ({ user_id }, { name }) => name(user_id) },
	operator_roles: {
		name: ({ user_id }, { name }) => name(user_id),
		describe: ({ before, after, target_id }, { name }) =>
			sentences.changes(name(target_id), [
				sentences.change(
					t.platform_roles,
					rolesIn(before).join(punctuation.list) || sentences.none,
					rolesIn(after).join(punctuation.list) || sentences.none,
				),
			]),
	},
	platform_admins: {
		name: ({ user_id }, { name }) => name(user_id),
		describe: ({ after, target_id }, { name }) => (after ? t.admin_added : t.admin_removed)(name(target_id)),
	},
}
