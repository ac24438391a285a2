import { roleNames } from '../../text/en/roles.ts'
import { told } from '../../text/en/told.ts'
import { named } from '../../ui/said.tsx'
import type { Kind, Row } from './kind.ts'
import { textIn } from './values.ts'

const t = told.people

const nameIn = ({ name }: Row) => named(textIn(name))

const rolesIn = (row: Row | null): string[] => {
	const { roles } = row ?? {}
	const all = Array.isArray(roles) ? roles : typeof row?.role === 'string' ? [row.role] : []
	return all.map((role) => roleNames[role as keyof typeof roleNames] ?? textIn(role))
}

/** Orgs, users, and what lets them in. */
export const people: Record<string, Kind> = {
	orgs: {
		name: nameIn,
		fields: told.fields.orgs,
		tell: ({ before, after, row }) =>
			before && after && Boolean(before.deleted_at) !== Boolean(after.deleted_at)
				? (after.deleted_at ? t.org_closed : t.org_restored)(nameIn(row))
				: undefined,
	},
	memberships: {
		name: ({ user_id }, { name }) => name(user_id),
		tell: ({ before, after, row, target_id, org_id }, { name }) => {
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
		name: ({ username, login }) => named(textIn(username ?? login)),
		fields: told.fields.users,
	},
	invitations: { name: ({ email }) => named(textIn(email)), fields: told.fields.invitations },
	api_keys: { name: nameIn, fields: told.fields.api_keys },
	service_accounts: { name: nameIn, fields: told.fields.service_accounts },
	service_account_keys: {
		name: ({ name, service_account_id }, facts) => (name ? named(textIn(name)) : facts.name(service_account_id)),
		fields: told.fields.service_account_keys,
	},
	service_account_encryption_keys: {
		name: ({ kid, service_account_id }, { name }) => told.of(named(textIn(kid)), name(service_account_id)),
	},
	sessions: { name: ({ user_id }, { name }) => name(user_id), fields: told.fields.sessions },
	operator_roles: {
		name: ({ user_id }, { name }) => name(user_id),
		tell: ({ before, after, target_id }, { name }) =>
			told.changes(name(target_id), [
				told.change(t.platform_roles, rolesIn(before).join(', ') || told.none, rolesIn(after).join(', ') || told.none),
			]),
	},
	platform_admins: {
		name: ({ user_id }, { name }) => name(user_id),
		tell: ({ after, target_id }, { name }) => (after ? t.admin_added : t.admin_removed)(name(target_id)),
	},
}
