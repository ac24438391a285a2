/** Where sending a mail failed. `connect` lasts until the server has listed its capabilities. */
export const STAGES = ['dns', 'connect', 'tls', 'auth', 'from', 'rcpt', 'data', 'timeout'] as const
export type Stage = (typeof STAGES)[number]

/** Thrown when the server doesn't accept a mail. */
export class SmtpFailure extends Error {
	readonly stage: Stage
	readonly reason: `smtp.${Stage}` | 'smtp.port_25'
	/** The server's reply with its code; null when there was none. */
	readonly reply: string | null
	/** The code of the reply; null when there was none. */
	readonly status: number | null
	/** The stage that a timeout interrupted; null for any other failure. */
	readonly during: Stage | null

	constructor(stage: Stage, { reply, status, during, reason }: Partial<Omit<SmtpFailure, 'stage' | keyof Error>> = {}) {
		super(`The mail was not accepted: ${stage}`)
		this.stage = stage
		this.reason = reason ?? `smtp.${stage}`
		this.reply = reply ?? null
		this.status = status ?? null
		this.during = during ?? null
	}
}

/**
 * The failure for an error thrown at `stage`. Only the runtime's message shows that a name didn't resolve. Cloudflare lets no
 * Worker connect to port 25, and its error doesn't say so.
 */
export function failureOf(error: unknown, stage: Stage, port: number): SmtpFailure {
	const failure = ownFailureOf(error, stage)
	const { stage: at, during, reply } = failure
	const isConnected = reply !== null || !['dns', 'connect'].includes(during ?? at)
	return port !== 25 || isConnected ? failure : new SmtpFailure(at, { during, reason: 'smtp.port_25' })
}

function ownFailureOf(error: unknown, stage: Stage): SmtpFailure {
	if (error instanceof SmtpFailure) return error
	const isUnresolved = stage === 'connect' && error instanceof Error && /dns|lookup|resolve/i.test(error.message)
	return new SmtpFailure(isUnresolved ? 'dns' : stage)
}

const MAX_REPLY = 300

/** A reply as one line of at most 300 characters, with every secret replaced by `***`. */
export function redacted(reply: string, secrets: string[]): string {
	const kept = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), reply)
	return kept
		.replaceAll(/[\p{C}\s]+/gu, ' ')
		.trim()
		.slice(0, MAX_REPLY)
		.toWellFormed()
}
