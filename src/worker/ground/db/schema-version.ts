import journal from '../../../../drizzle/meta/_journal.json' with { type: 'json' }

/** The newest migration of this build. */
export const SCHEMA_VERSION = journal.entries.at(-1)?.tag ?? 'none'
