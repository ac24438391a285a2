import type { Schema } from '../api.ts'

export type ToolProvider = Schema<'ToolProvider'>

/** Whose providers: the platform's, or those of the org you're acting in. */
export type Scope = 'platform' | 'org'
