import type { D1Migration } from 'cloudflare:test'

// `buildProgram` puts the real ones here.

/** The SQL that makes a migrated database at once. */
export const SCHEMA: string[] = []

/** The migrations themselves. */
export const MIGRATIONS: D1Migration[] = []
