import type { Api } from '../api.ts'

// Who may do what now, said plainly: who is what in which org, which credentials there are, and what each of them may do. It knows
// nothing of rows, batches or routes.

const PLATFORM_PERMISSIONS = ['platform.read', 'people.write', 'money.write', 'platform.write'] as const
const PERMISSIONS = [
	'platform_admin',
	...PLATFORM_PERMISSIONS,
	'data.secrets',
	'org.settings',
	'runtime.report',
	'runtime.resolve',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['member', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]
const OF_ROLE: Record<Role, readonly Permission[]> = {
	owner: ['data.secrets', 'org.settings'],
	admin: ['data.secrets', 'org.settings'],
	member: [],
}

const OF_PLATFORM_ROLE = {
	admin: PERMISSIONS,
	auditor: ['platform.read'],
	support: ['platform.read', 'people.write'],
	operations: ['platform.read', 'platform.write', 'data.secrets', 'org.settings'],
} as const satisfies Record<string, readonly Permission[]>
export type PlatformRole = keyof typeof OF_PLATFORM_ROLE

interface Place {
	role: Role
	since: number
	/** Whether a person gave it, rather than a directory. */
	isGiven: boolean
}

export interface Person {
	name: string
	id: string
	login: string
	status: 'active' | 'suspended' | 'deleted'
	/** The platform roles, and since when. */
	roles: Map<PlatformRole, number>
	/** The memberships, by org. */
	places: Map<string, Place>
	/** When an operator first reached the account. */
	reached: number | undefined
	password: string | undefined
	passwordSince: number
	/** What the directory of A said last of them. */
	said: 'in' | 'out' | undefined
}

export interface Account {
	name: string
	id: string
	org: string
	role: 'admin' | 'member' | null
	scopes: readonly Permission[] | null
	/** Whether it has the platform's credentials. */
	hasReach: boolean
	status: 'active' | 'suspended' | 'deleted'
}

export interface Credential {
	name: string
	kind: 'session' | 'key' | 'service'
	api: Api
	/** The org that it acts in. */
	org: string
	since: number
	isAlive: boolean
	/** The key's id. */
	id: string
	by?: Person
	/** What a key asks for. */
	scopes?: readonly Permission[]
	/** A session through A's connection, or a key made in one. */
	isConfined?: boolean
	/** Whether the last proof is of the last ten minutes. */
	isProved?: boolean
	account?: Account
	/** What its account might do when the key was made. */
	might?: ReadonlySet<Permission>
}

export interface Link {
	token: string
	user: Person
	by: Credential
	since: number
	isOpen: boolean
}

export interface Invitation {
	token: string
	org: string
	role: Role
	by: Credential
	/** By what its sender wrote the members of every org when they sent it. */
	through: 'platform_admin' | 'people.write' | undefined
	since: number
	isOpen: boolean
}

export interface Trial {
	id: string
	org: string
	by: Credential
	/** Whether its maker still could make it, ever since they did. */
	isSure: boolean
}

export const expand = (scopes: readonly Permission[]) =>
	new Set(scopes.flatMap((one) => (one === 'platform_admin' ? [one, ...PLATFORM_PERMISSIONS] : [one])))

const both = (one: ReadonlySet<Permission>, other: ReadonlySet<Permission>) =>
	new Set([...one].filter((each) => other.has(each)))

export const isWithin = (wanted: Iterable<Permission>, held: ReadonlySet<Permission> | undefined) =>
	held !== undefined && [...wanted].every((one) => held.has(one))

const isOfMembers = (permission: Permission) => permission === 'data.secrets' || permission === 'org.settings'

export const permissionsOfAccount = ({ role, scopes }: Pick<Account, 'role' | 'scopes'>) =>
	role ? new Set(OF_ROLE[role]) : expand(scopes ?? [])

/** Whether the account is the platform's: only platform admins do more with it than to suspend and delete it. */
export const isOfPlatform = ({ hasReach, scopes }: Account) =>
	hasReach ||
	(scopes ?? []).some((one) => one === 'platform_admin' || PLATFORM_PERMISSIONS.some((each) => each === one))

const ofRoles = (roles: Iterable<PlatformRole>) =>
	new Set<Permission>([...roles].flatMap((one) => OF_PLATFORM_ROLE[one]))

export class Powers {
	now = 0
	people: Person[] = []
	accounts: Account[] = []
	credentials: Credential[] = []
	links: Link[] = []
	invitations: Invitation[] = []
	trials: Trial[] = []
	gone = new Set<string>()
	/** Who decided the connection of A last and made its directory's token, and whether both wait for somebody who decides. */
	connection: { by: Person | undefined; waits: boolean } = { by: undefined, waits: false }

	/** What a credential may do in its org. Undefined for one that doesn't work. */
	held(credential: Credential) {
		const { kind, isAlive, org, by, since, scopes, isConfined, account, might } = credential
		if (!isAlive || this.gone.has(org)) return undefined
		if (account) return account.status === 'active' && might ? both(permissionsOfAccount(account), might) : undefined
		if (by?.status !== 'active') return undefined
		const place = by.places.get(org)
		if (!place && (kind === 'key' || isConfined || by.roles.size === 0)) return undefined
		const inOrg = OF_ROLE[this.roleIn(credential, org) ?? 'member']
		// A role that was given after the key was made gives the key nothing.
		const roles =
			kind === 'key' ? [...by.roles].flatMap(([role, given]) => (given <= since ? [role] : [])) : by.roles.keys()
		const all = new Set([...(kind === 'session' && isConfined ? [] : ofRoles(roles)), ...inOrg])
		return scopes ? both(expand(scopes), all) : all
	}

	may(credential: Credential, permission: Permission) {
		return this.held(credential)?.has(permission) === true
	}

	/** Whether it holds the permission in every org, as operators do. */
	isEverywhere(credential: Credential, permission: Permission) {
		return this.may(credential, permission) && (!isOfMembers(permission) || this.may(credential, 'platform.write'))
	}

	/** The role that counts in an org for who comes with this credential. */
	roleIn({ kind, by, org: own, isConfined }: Credential, org: string) {
		const role = by && (own === org || (kind === 'session' && !isConfined)) ? by.places.get(org)?.role : undefined
		return role && kind === 'session' && isConfined && this.connection.waits ? 'member' : role
	}

	/** Whether it may do something in an org. */
	mayIn(credential: Credential, org: string, permission: Permission) {
		if (!this.may(credential, permission) || this.gone.has(org)) return false
		if (credential.org === org || this.isEverywhere(credential, permission)) return true
		const role = this.roleIn(credential, org)
		return role !== undefined && OF_ROLE[role].includes(permission)
	}

	isAdmin(credential: Credential) {
		return this.may(credential, 'platform_admin')
	}

	/** Who acts there for the org itself, rather than as an operator. */
	isOfOrg(credential: Credential, org: string) {
		if (credential.account) return credential.org === org
		if (credential.org !== org && this.isEverywhere(credential, 'org.settings')) return false
		const role = this.roleIn(credential, org)
		return role === 'owner' || role === 'admin'
	}

	/** Whether an operator reaches somebody: not who holds a platform role themselves. */
	reaches(credential: Credential, person: Person) {
		return this.isAdmin(credential) || credential.by === person || person.roles.size === 0
	}

	/** What it may give in an org: what it holds there. Undefined for who may leave nothing there. */
	given(credential: Credential, org: string): ReadonlySet<Permission> | undefined {
		const held = this.held(credential)
		if (!held) return undefined
		if (held.has('platform_admin')) return new Set(PERMISSIONS)
		if (credential.account) return credential.org === org ? both(held, new Set(OF_ROLE.owner)) : undefined
		const role = this.roleIn(credential, org)
		if (role === undefined) return undefined
		return credential.org === org ? both(held, new Set(OF_ROLE[role])) : new Set(OF_ROLE[role])
	}

	/** Whether it may do more with an account than to suspend and delete it. */
	isTheirs(credential: Credential, account: Account) {
		if (isOfPlatform(account) && !this.isAdmin(credential)) return false
		return isWithin(permissionsOfAccount(account), this.given(credential, account.org))
	}

	ownersBeside(org: string, person: Person) {
		return this.people.some((one) => one !== person && one.places.get(org)?.role === 'owner')
	}

	isLastOwner(org: string, person: Person) {
		return person.places.get(org)?.role === 'owner' && !this.ownersBeside(org, person)
	}

	/** Whether a link may still be used: its maker could still make it, and always could. */
	private isLinkGood({ by: maker, user, since }: Link) {
		const { kind, by, account } = maker
		const made = kind === 'key' ? maker.since : since
		const of = (role: PlatformRole) => by?.status === 'active' && (by.roles.get(role) ?? Infinity) <= made
		const scopes = expand((account?.status === 'active' ? account.scopes : maker.scopes) ?? [])
		const isBy = (permission: Permission, ...roles: PlatformRole[]) => {
			const isOperators = roles.some(of)
			return kind === 'session' ? isOperators : scopes.has(permission) && (kind === 'service' || isOperators)
		}
		if (kind === 'key' && !maker.isAlive) return false
		return isBy('platform_admin', 'admin') || (user.roles.size === 0 && isBy('people.write', 'admin', 'support'))
	}

	isByMember({ by: { kind, by }, org, role, since }: Invitation) {
		const place = by?.places.get(org)
		if (!place || place.since > since || place.role === 'member') return false
		return role !== 'owner' || (place.role === 'owner' && kind === 'session')
	}

	private isByOperator({ by: { by }, through, since }: Invitation) {
		const roles = ['admin', 'support'] as const
		return through !== undefined && roles.some((role) => (by?.roles.get(role) ?? Infinity) <= since)
	}

	/** Whether an invitation may be accepted: its inviter could still send it. */
	isInvitationGood(invitation: Invitation) {
		const { by, org } = invitation
		if (by.by?.status !== 'active' || (by.kind === 'key' && !by.isAlive) || this.gone.has(org)) return false
		return this.isByMember(invitation) || this.isByOperator(invitation)
	}

	/** Whether it may decide a change on trial: it could make it now. */
	decides(credential: Credential, { org }: Trial) {
		if (!this.held(credential)) return false
		if (this.isAdmin(credential)) return true
		if (credential.org === org) return this.may(credential, 'org.settings')
		const role = this.roleIn(credential, org)
		return this.isEverywhere(credential, 'org.settings') || role === 'owner' || role === 'admin'
	}

	/** Whether it sees a change on trial. */
	sees(credential: Credential, { org, by }: Trial) {
		if (this.may(credential, 'platform.read')) return true
		if (credential.org === org && this.may(credential, 'org.settings')) return true
		const isMaker = credential.account ? credential.account === by.account : credential.by === by.by
		const isEverywhere = credential.account || (credential.kind === 'session' && !credential.isConfined)
		return isMaker && Boolean(isEverywhere || credential.org === org)
	}

	/** Nothing that has ended comes back. */
	settle() {
		for (const link of this.links) link.isOpen &&= link.user.status === 'active' && this.isLinkGood(link)
		for (const invitation of this.invitations) invitation.isOpen &&= this.isInvitationGood(invitation)
		for (const trial of this.trials) trial.isSure &&= this.decides(trial.by, trial)
		const { by } = this.connection
		const isOwner = by?.places.get('A')?.role === 'owner' || by?.roles.has('admin')
		this.connection.waits ||= !isOwner || by?.status !== 'active'
	}

	endSessions(person: Person) {
		for (const one of this.credentials) if (one.by === person && one.kind === 'session') one.isAlive = false
	}

	endKeys(isOne: (key: Credential) => boolean) {
		for (const one of this.credentials) if (one.kind !== 'session' && isOne(one)) one.isAlive = false
	}

	setRoles(person: Person, roles: readonly PlatformRole[]) {
		if (person.roles.size === 0 && roles.length > 0) {
			this.endSessions(person)
			for (const link of this.links) if (link.user === person) link.isOpen = false
			const { reached = Infinity } = person
			this.endKeys(({ by, since }) => by === person && since >= reached)
			if (person.passwordSince >= reached) person.password = undefined
			person.reached = undefined
		}
		person.roles = new Map(roles.map((role) => [role, person.roles.get(role) ?? this.now]))
	}

	leave(person: Person, org: string) {
		person.places.delete(org)
		this.endKeys((key) => key.by === person && key.org === org)
	}

	join(person: Person, org: string, role: Role, isGiven = true) {
		person.places.set(org, { role, isGiven, since: person.places.get(org)?.since ?? this.now })
	}

	endAccess(person: Person) {
		this.endSessions(person)
		this.endKeys(({ by }) => by === person)
	}

	/** Who inherits an org that the person owns alone: the oldest admin, or else the oldest member, and no operator but a platform admin. */
	private heirOf(org: string, person: Person) {
		const isEligible = (one: Person) => one.places.has(org) && (one.roles.size === 0 || one.roles.has('admin'))
		const rank = (one: Person) =>
			[one.places.get(org)?.role === 'admin' ? 0 : 1, one.places.get(org)?.since ?? 0] as const
		return this.people
			.filter((one) => one !== person && isEligible(one))
			.toSorted((one, other) => rank(one)[0] - rank(other)[0] || rank(one)[1] - rank(other)[1])[0]
	}

	delete(person: Person) {
		for (const org of person.places.keys()) {
			const heir = this.isLastOwner(org, person) ? this.heirOf(org, person) : undefined
			if (heir) this.join(heir, org, 'owner')
			if (!this.people.some((one) => one !== person && one.places.has(org))) this.gone.add(org)
		}
		this.endAccess(person)
		person.places.clear()
		person.roles.clear()
		person.status = 'deleted'
	}
}
