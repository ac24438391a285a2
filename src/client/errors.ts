/** What every error of the client has. `reason` says why, in Plinth's words or ours. */
class PlinthError extends Error {
	readonly reason: string
	/** The HTTP status of the answer that was the reason; null without one. */
	readonly status: number | null
	readonly details: Record<string, unknown>

	constructor(message: string, reason: string, status: number | null, details: Record<string, unknown>) {
		super(message)
		this.reason = reason
		this.status = status
		this.details = details
	}
}

/** The body of an error of Plinth. */
export interface Refusal {
	error: string
	message: string
	details: Record<string, unknown>
}

/**
 * The run may not begin, or may not continue. `reason` is `run.paused`, `budget.exceeded`, `credits.insufficient`, `run.ended` or `outage`; of a
 * run that asked, `declined` or `lapsed`.
 */
export class Stopped extends PlinthError {
	override readonly name = 'Stopped'

	static readonly outage = () =>
		new Stopped("Plinth can't be reached, and the run has nothing left to continue with", 'outage', null, {})

	static readonly asked = (state: 'declined' | 'lapsed', { message, status, details }: Stopped) =>
		new Stopped(message, state, status, details)
}

/** Plinth answered, and said no. */
export class Refused extends PlinthError {
	override readonly name = 'Refused'

	/** The code of the error, such as `not_found`. */
	readonly error: string

	constructor(status: number, { error, message, details }: Refusal) {
		super(message, reasonOf({ error, message, details }), status, details)
		this.error = error
	}
}

/** What the caller gave can't be sent, and nothing of it was. `reason` names the field, or the option of the client. */
export class Invalid extends PlinthError {
	override readonly name = 'Invalid'

	constructor(path: string, must: string, ...found: unknown[]) {
		const is = found.length > 0 ? `, but is ${kindOf(found[0])}` : ''
		super(`${path === '' ? 'The argument' : path} ${must}${is}`, path, null, {})
	}
}

/** What a value is, without a text's content, which may be anybody's. */
function kindOf(value: unknown): string {
	if (typeof value === 'number') return String(value)
	if (typeof value === 'string') return value === '' ? 'empty' : 'another text'
	if (typeof value === 'boolean' || value === undefined || value === null) return String(value)
	return typeof value === 'object'
		? `of the type ${value.constructor?.name ?? 'Object'}`
		: `of the type ${typeof value}`
}

/** Plinth didn't answer in time, and nothing is known. */
export class Unavailable extends PlinthError {
	override readonly name = 'Unavailable'

	constructor(reason: string) {
		super("Plinth didn't answer in time, and nothing is known that could be used instead", reason, null, {})
	}
}

/** A sealed value isn't what was asked for. `reason` names the field that's wrong. */
export class Untrusted extends PlinthError {
	override readonly name = 'Untrusted'

	constructor(reason: string) {
		super(`A sealed value isn't what was asked for: ${reason}`, reason, null, {})
	}
}

/** 10,000 ends of runs wait. The report wasn't taken, and none was dropped. */
export class ReportsFull extends PlinthError {
	override readonly name = 'ReportsFull'

	constructor(count: number) {
		super(`${count} reports of ended runs wait. This one was not taken: report it again later.`, 'full', null, {
			count,
		})
	}
}

/** Another process uses the store. */
export class StoreLocked extends PlinthError {
	override readonly name = 'StoreLocked'

	constructor(holder: string) {
		super(`Another process uses the store: ${holder}`, 'locked', null, { holder })
	}
}

/** Why Plinth refused. The `reason` of a pause is what a person wrote. */
export const reasonOf = ({ error, details }: Refusal): string =>
	error !== 'run.paused' && typeof details.reason === 'string' ? details.reason : error

/** Whether a refusal means that a run may not begin or continue. */
export const isStop = ({ status, error, reason }: Refused): boolean =>
	status === 402 || error === 'run.paused' || reason === 'run.ended'

export const stoppedBy = ({ message, reason, status, details }: Refused): Stopped =>
	new Stopped(message, reason, status, details)
