import type { Access } from '../../../src/http/contract.ts'
import { type Caller, world } from '../world.ts'

/** A sample call of an operation. */
export interface Call {
	/** The values of the parameters in the path. */
	at?: Record<string, string>
	/** The query string, without its question mark. */
	query?: string
	body?: object
	headers?: Record<string, string>
	/** Who calls. By default the lowest role that the access admits: platform admin, owner or plain member of the org. */
	as?: Caller
	/** The status of the answer: 200 unless it says otherwise. */
	status?: number
	/** What the body of the answer must hold. */
	answers?: object
	/** A text of the answer that belongs to the caller's org, for answers without ids. No stranger may read it. */
	hides?: string
	/** What the server of a vendor or a customer answers. */
	upstream?: () => Response
}

/** A world and the rows that the samples of one file share. */
export type Here = Awaited<ReturnType<typeof sampleWorld>>

/** How many D1 calls an operation makes where that is not the rule, and why. */
interface Calls {
	/** By a caller whom the isolate knows. A function counts what the number depends on. */
	warm: number | 'varies' | (() => Promise<number>)
	/** By a caller whom it does not know: one call more unless it says otherwise. */
	cold?: number
	why: string
}

/** What every test of all operations needs to know of one of them. */
export interface Row {
	access: Access | 'by_scope'
	/**
	 * What the owner of another org gets for the same call, where strangers may make it at all: a 404; an empty list; an
	 * answer about its own org; or the same as everybody.
	 */
	stranger?: 'not found' | 'nothing' | 'its own' | 'the same'
	/** Calls of a GET: a list for its filters. */
	read?: (here: Here) => Call | Call[] | Promise<Call | Call[]>
	/** Calls of any other method: new ones each time, each valid once. */
	write?: (here: Here) => Call | Call[] | Promise<Call | Call[]>
	/** Why there is no sample, and which test stands in for it. */
	noSample?: string
	/** A POST that changes nothing. */
	asks?: true
	/** Without it a read makes one D1 call by a known caller and two by an unknown one, and a write makes one. */
	d1?: Calls
	/** Why a GET reads whole tables. */
	readsAll?: string
	/** Why a write leaves no audit row. */
	notAudited?: string
	/** When a read, or a write with `notAudited`, leaves an audit row nevertheless. */
	auditedWhen?: string
	/** Why a POST does not replay its answer under an `Idempotency-Key`. */
	notReplayed?: string
	/** Fields that the first answer alone has. */
	shownOnce?: string[]
	/** The operation is agreed and not served yet. */
	notBuilt?: true
}

/** Rows by `METHOD /path/{parameter}`. */
export type Rows = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Row>

export const platform: Pick<Row, 'access'> = { access: 'permission:platform_admin' }

/** A period of a list. */
export const PERIOD = 'from=2026-01-01T00:00:00Z&to=2126-01-01T00:00:00Z'

const asleep = { send: () => Promise.resolve(), sendBatch: () => Promise.resolve() }
const idle = { announce: () => Promise.resolve(), publish: () => Promise.resolve() }

/**
 * Queues that wake nobody, and objects that do nothing: what a sample starts elsewhere must not run while D1 calls are
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
		/** What `make` gives, made once for the whole file. */
		once: <T>(name: string, make: () => Promise<T>): Promise<T> => {
			const known = made.get(name) ?? make()
			made.set(name, known)
			return known as Promise<T>
		},
	}
}
