import type { Access } from '../../../src/worker/ground/http/declared.ts'
import { type Caller, world } from '../world.ts'

/** A sample call of an operation. */
export interface Call {
	/** The values of the parameters in the path. */
	at?: Record<string, string>
	/** The query string, without its question mark. */
	query?: string
	body?: object
	headers?: Record<string, string>
	/** The caller. By default the lowest role with access: platform admin, owner or plain member of the org. */
	as?: Caller
	/** The status of the response: 200 by default. */
	status?: number
	/** It says what is stored already. */
	isSame?: true
	/** What the response's body must contain. */
	responses?: object
	/** For responses without ids: a text in the response that belongs to the caller's org. No stranger may read it. */
	hides?: string
	/** What a vendor's or customer's server responds with. */
	upstream?: () => Response
}

/** A world and the rows that the samples of one file share. */
export type Here = Awaited<ReturnType<typeof sampleWorld>>

/** How many D1 calls an operation makes if it's not the usual number, and why. */
interface Calls {
	/** For a caller whom the isolate knows. A function, if the number depends on something. */
	warm: number | 'varies' | (() => Promise<number>)
	/** For a caller whom it doesn't know: one call more by default. */
	cold?: number
	why: string
}

/** What the tests of all operations need to know about one. */
export interface Row {
	access: Access | 'by_scope'
	/**
	 * What the owner of another org gets for the same call, if strangers may make it at all: a 404; an empty list; a response
	 * about their own org; the same as everybody; what only the first caller gets; or a refusal, because they can't prove what the
	 * caller proves.
	 */
	stranger?: 'not found' | 'nothing' | 'its own' | 'the same' | 'first come' | 'refused'
	/** Calls of a GET: a list for its filters. */
	read?: (here: Here) => Call | Call[] | Promise<Call | Call[]>
	/** Calls of any other method: new ones each time, each valid once. */
	write?: (here: Here) => Call | Call[] | Promise<Call | Call[]>
	/** Why there is no sample, and which test covers the operation instead. */
	noSample?: string
	/** A POST that changes nothing. */
	asks?: true
	/** By default a read makes one D1 call for a known caller and two for an unknown one, and a write makes one. */
	d1?: Calls
	/** Why a GET reads whole tables. */
	readsAll?: string
	/** Why a write leaves no audit row. */
	notAudited?: string
	/** When a read, or a write with `notAudited`, does leave an audit row. */
	auditedWhen?: string
	/** Why a POST doesn't replay its response under an `Idempotency-Key`. */
	notReplayed?: string
	/** Fields that only the first response has. */
	shownOnce?: string[]
	/** The operation is agreed on, but not served yet. */
	notBuilt?: true
}

/** Rows by `METHOD /path/{parameter}`. */
export type Rows = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Row>

type Accessible = Pick<Row, 'access'>

export const platform: Accessible = { access: 'permission:platform_admin' }
export const reads: Accessible = { access: 'permission:platform.read' }
export const people: Accessible = { access: 'permission:people.write' }
export const money: Accessible = { access: 'permission:money.write' }
export const running: Accessible = { access: 'permission:platform.write' }
export const peopleOrMoney: Accessible = { access: 'permission:people.write|money.write' }
export const peopleOrRunning: Accessible = { access: 'permission:people.write|platform.write' }

/** What reading an org's settings takes. */
export const OR_READS = 'permission:org.settings|platform.read'

/** A period of a list. */
export const PERIOD = 'from=2026-01-01T00:00:00Z&to=2126-01-01T00:00:00Z'

const asleep = { send: () => Promise.resolve(), sendBatch: () => Promise.resolve() }
const idle = { announce: () => Promise.resolve(), publish: () => Promise.resolve() }

/**
 * Queues that signal nobody, and objects that do nothing: work that a sample starts elsewhere must not run while D1 calls are
 * counted. Cron would find it later.
 */
export const quiet = {
	env: {
		BROADCAST_QUEUE: asleep,
		WEBHOOK_QUEUE: asleep,
		TOOL_GROUP: { getByName: () => idle },
	} as unknown as Partial<Env>,
}

/** The world of one file's samples. */
export async function sampleWorld() {
	const here = await world()
	const made = new Map<string, Promise<unknown>>()
	return {
		...here,
		/** What `make` returns, made once for the whole file. */
		once: <T>(name: string, make: () => Promise<T>): Promise<T> => {
			const known = made.get(name) ?? make()
			made.set(name, known)
			return known as Promise<T>
		},
	}
}
