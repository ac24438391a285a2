import type * as z from 'zod'
import { newId, now } from '../../ground/db/columns.ts'
import { packed } from '../../ground/db/packed.ts'
import { unavailable } from '../../ground/http/errors.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { mergeReports, type Report } from '../runs/merge.ts'
import type { AcceptedReports } from './schema.ts'

/** What the queue carries. */
export interface Message {
	/** A ULID under the prefix `rej`. A rejected report's id is this and its place in the list. */
	id: string
	accepted_at: string
	reports: Report[]
}

/** The queue takes 128,000 bytes in a message and 256,000 in a send. */
const MESSAGE_BYTES = 100_000
const MESSAGES_PER_SEND = 2

/**
 * Sends reports to the queue. Errors: 400 if the reports contradict each other, 503 if the queue refuses. Some may be in the queue
 * then, but repeating all of them is harmless.
 */
export async function acceptReports(env: Env, reports: Report[]): Promise<z.infer<typeof AcceptedReports>> {
	// Throws the 400.
	mergeReports(reports)
	const accepted_at = now()
	const messages = packed(reports, bytesOf, MESSAGE_BYTES).map((some): Message => ({
		id: newId('rej'),
		accepted_at,
		reports: some,
	}))
	try {
		for (let sent = 0; sent < messages.length; sent += MESSAGES_PER_SEND)
			await env.RUN_REPORTS.sendBatch(messages.slice(sent, sent + MESSAGES_PER_SEND).map((body) => ({ body })))
	} catch (error) {
		logError({ run_reports: reports.length, error: errorName(error) })
		throw unavailable('runs.not_queued', 5)
	}
	return { accepted: reports.length }
}

const bytesOf = (report: Report) => Buffer.byteLength(JSON.stringify(report))
