import type { Schema } from '../api.ts'

export type ToolProvider = Schema<'ToolProvider'>

/** Whose providers: the platform's, or those of the org you act in. */
export type Scope = 'platform' | 'org'
