/** Where a delivery failed. `connect` lasts until the server's capabilities are known. */
export type Stage = 'dns' | 'connect' | 'tls' | 'auth' | 'from' | 'rcpt' | 'data' | 'timeout'

/** Thrown when a mail was not accepted. */
export class SmtpFailure extends Error {
	readonly stage: Stage
	/** The server's own words, code included; null when it said nothing. */
	readonly reply: string | null
	/** The code of the reply. */
	readonly status: number | null
	/** What a timeout was waiting for. */
	readonly during: Stage | null

	constructor(stage: Stage, reply: string | null = null, status: number | null = null, during: Stage | null = null) {
		super(`The mail was not accepted: ${stage}`)
		this.stage = stage
		this.reply = reply
		this.status = status
		this.during = during
	}
}

/** What was thrown at `stage`. The runtime says little of why a connection failed, and says it in words of its own. */
export function failureOf(error: unknown, stage: Stage): SmtpFailure {
	if (error instanceof SmtpFailure) return error
	const isName = stage === 'connect' && error instanceof Error && /dns|lookup|resolve/i.test(error.message)
	return new SmtpFailure(isName ? 'dns' : stage)
}

const MAX_REPLY = 300

/** A reply as one line of bounded length, without what the client must keep to itself. */
export function shown(reply: string, secrets: string[]): string {
	const kept = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), reply)
	return kept
		.replaceAll(/[\p{C}\s]+/gu, ' ')
		.trim()
		.slice(0, MAX_REPLY)
		.toWellFormed()
}
