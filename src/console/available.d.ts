/** What each action of the audit log is, in English. */
declare const AUDIT_ACTIONS: Readonly<Record<string, string>>
declare const AUDIT_ACTION_NAMES: readonly string[]

/** What the errors of the API mean, and what helps, by reason and by code. */
declare const API_ERRORS: Readonly<
	Record<'codes' | 'reasons', Readonly<Record<string, readonly [what: string, way: string]>>>
>
