import type { MiddlewareHandler } from 'hono'
import { declare } from './contract.ts'
import type { Refuses } from './reasons.ts'

/**
 * Declares what the rule behind a route refuses, without what follows from access, input and the middleware of every
 * operation. The API document shows it, and the harness fails a test that sees any other refusal.
 */
export const refuses = (...refusals: Refuses[]) => declare(((_c, next) => next()) as MiddlewareHandler, { refusals })
