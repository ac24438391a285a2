/** A row as the audit log has it. */
export type Row = Record<string, unknown>

/** One change, of a dry run or of the audit log. */
export interface ChangedRow {
	target_type: string
	target_id: string
	before: unknown
	after: unknown
	/** The audit log's, such as `plans.update`. A dry run has none. */
	action?: string
	/** The org whose change it is. Rows that have one needn't say it. */
	org_id?: string | null
	/** Who proposed what the actor granted. */
	proposed_by?: string | null
}

/** What a sentence needs beyond the rows. Each is undefined until it's read, and stays so if the reader may not read it. */
export interface Facts {
	/** The name for an ID, ready for a sentence. */
	name: (id: unknown) => string
	/** The org of the reader, which a sentence needn't name. */
	own_org: string | undefined
	/** Whether to say who is affected. The audit log only says what was done. */
	isPreview: boolean
	/** How many a dry run says that a change of a kind touches. */
	touched: (kind: string, what: string) => Touching | undefined
	/** What an org may use now. */
	entitlementsOf: (org_id: string) => Entitlement[] | undefined
	planOf: (plan_id: string) => { display_name: string; entitlements: Entitlement[] } | undefined
	/** The name of an OpenID connection of the org, of the caller's org, or of the platform. */
	connection: (id: unknown, org_id?: unknown) => string
	/** What every org has without a config entry of this key. Undefined for a key that's no entitlement, too. */
	defaultOf: (key: string) => Entitlement | undefined
}

/** Whom a change touches, according to its dry run. */
export interface Touching {
	kind: string
	what: string
	count: number
	/** There are more than were counted. */
	has_more: boolean
	names: string[]
}

export interface Entitlement {
	key: string
	value: string
	value_type: string
	source?: string
	/** What the org gets once its override is gone. Null if that's nothing. */
	without_override?: Entitlement | null
	/** The same for its plan. */
	without_plan?: Entitlement | null
}

/** What the sentences for changes of one kind say. */
export interface Kind {
	/** What a row is called. */
	name: (row: Row, facts: Facts) => string
	/** The members that a sentence names when they change, by their labels. Without any, it only says that something changed. */
	fields?: Readonly<Record<string, string>>
	/** The whole sentence, where that differs from "thing name: label old → new". Undefined if the common one does. */
	describe?: (change: Change, facts: Facts) => string | undefined
	/** Who is affected, in a preview. */
	affects?: (change: Change, facts: Facts) => string[]
}

/** A change with rows to read. */
export interface Change extends Omit<ChangedRow, 'before' | 'after'> {
	before: Row | null
	after: Row | null
	/** The newest of the two rows. */
	row: Row
}
