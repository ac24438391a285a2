import type { Schema } from '../api.ts'

export type ToolProvider = Schema<'ToolProvider'>

/** Whose providers: those of the platform, or those of the org that one acts in. */
export type Scope = 'platform' | 'org'
