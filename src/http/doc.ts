import type { GlobalMeta } from 'zod'

/**
 * What only the API's document says of a schema: its name there, a description, an example. The deployed Worker has another
 * `doc`, from `doc.worker.ts`.
 */
export const doc = (meta: GlobalMeta): GlobalMeta => meta
