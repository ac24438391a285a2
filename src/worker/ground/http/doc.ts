import type { GlobalMeta } from 'zod'

/**
 * Text that only the API document needs: a schema's name there, a description, an example. The deployed Worker uses the `doc`
 * in `doc.worker.ts` instead.
 */
export const doc = (meta: GlobalMeta): GlobalMeta => meta
