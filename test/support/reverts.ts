import { env } from 'cloudflare:workers'
import type { Reply, Api } from './api.ts'
import { openAt } from './opened.ts'
import { llmKeyPlace, openDatabase } from './program.ts'
import { auditOf } from './spec/changes.ts'
import { unique } from './world.ts'

const LOG = '/v1/admin/audit-logs'

/** Reverts the change in the audit row of this response. */
export const revert = async (caller: Api, response: Reply, query = '') =>
	caller.post(`${LOG}/${await auditOf(response)}/revert${query}`)

/** The refusal of a revert. */
export const refused = (reason: string, details: object = {}) => ({
	status: 409,
	body: { error: 'conflict', details: { reason, ...details } },
})

export const CHANGES = '/v1/admin/changes'

/** A change that waits this many seconds for its confirmation. */
export const within = (seconds: number | string) => ({ headers: { 'Confirm-Within': String(seconds) } })
export const confirmIdOf = ({ headers }: Reply) => headers.get('Confirm-Id') ?? 'none'

/** The row of a booked change. */
export const booked = (response: Reply) =>
	env.DB.prepare('SELECT * FROM unconfirmed_changes WHERE id = ?')
		.bind(confirmIdOf(response))
		.first<{ status: string; reason: string | null; due_at: string; reverted_by: string | null }>()

export const keyFor = () => `sk-hidden-${unique('secret')}`
export const newLlm = (fields: object = {}) => ({
	name: unique('acme'),
	provider: 'vendor_a',
	api_key: keyFor(),
	...fields,
})
/** The stored key of an LLM provider, opened. */
export const opened = (id: string) => openAt(env, openDatabase(env.DB, 'first-primary').reader, llmKeyPlace(id))
