import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

const TYPES = { header: 'Accept' as const, supports: ['application/json', 'text/html'], default: 'application/json' }

/** Whether somebody opens an address in a browser. A program that doesn't say what it accepts gets JSON. */
export const wantsPage = (c: Context) =>
	(c.req.method === 'GET' || c.req.method === 'HEAD') && accepts(c, TYPES) === 'text/html'
