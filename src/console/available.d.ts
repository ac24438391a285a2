/** What the API of this build has. `src/tools/documented.ts` reads it from the OpenAPI document. */
interface ImportMetaEnv {
	readonly HAS_DRY_RUN: boolean
	readonly HAS_UNDO: boolean
	readonly HAS_CONFIRM: boolean
	readonly HAS_SEARCH: boolean
}

/** What each action of the audit log is, in English. */
declare const AUDIT_ACTIONS: Readonly<Record<string, string>>
declare const AUDIT_ACTION_NAMES: readonly string[]

/** What the errors of the API mean, and what helps, by reason and by code. */
declare const API_ERRORS: Readonly<
	Record<'codes' | 'reasons', Readonly<Record<string, readonly [what: string, way: string]>>>
>
