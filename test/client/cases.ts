import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change } from './backend.ts'
import type { KeyName } from './keys.ts'
import type { Rule } from './network.ts'
import { IS_NIGHT } from './nightly.ts'
import { unsendable } from './unsendable.ts'

export interface ClientOptions {
	store?: boolean
	keys?: KeyName[]
	key?: string
	ahead_ms?: number
	[option: string]: unknown
}

/** What a step has to come to: see README.md. */
export interface Expected {
	value?: unknown
	error?: string
	reason?: string
	status?: number | null
	pending?: boolean
	took_ms?: number | [number, number]
	events?: unknown[]
	calls?: number | [number, number] | string[]
	sent?: unknown
}

/** As `Change`, with keys by their names. */
export type ServerStep = Omit<Change, 'register' | 'unregister'> & { register?: KeyName; unregister?: KeyName }

export interface Step {
	call?: string
	args?: Record<string, unknown>
	deadline_ms?: number
	abort_after_ms?: number
	limit_ms?: number
	repeat?: [number, number]
	by?: string
	wait?: number
	/** Sets the clock of the client's machine, by so many milliseconds. */
	clock?: number
	/** `up`, a rule by its name, or rules. */
	network?: string | Rule | (string | Rule)[]
	server?: ServerStep
	restart?: 'kill' | 'term' | 'close'
	open?: string
	/** Makes another client in the place of the one that there is, with these options. */
	make?: ClientOptions
	store?: 'keep' | 'lose' | 'body' | 'mac' | 'swap' | 'delete'
	client?: ClientOptions
	expect?: Expected
}

export interface Case {
	name: string
	/** What it's about, by its number in the README of the cases. */
	promise: number
	world?: { credits?: number }
	client?: ClientOptions
	steps: Step[]
	ledger?: Record<string, { status: string; credits: number }>
	runs?: { count: number; credits: number }
	entries?: number
	absent?: string[]
	only?: 'fake' | 'real'
	because?: string
	/** By day it repeats its calls, and expects runs, this many times less. */
	by_day?: number
}

const folder = join(import.meta.dirname, 'cases')

/** Every case of the list. */
export const CASES = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.toSorted()
	.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[])
	.concat(unsendable(IS_NIGHT))
	.map((one) => (IS_NIGHT || one.by_day === undefined ? one : smaller(one, one.by_day)))

function smaller({ steps, runs, entries, ...one }: Case, times: number): Case {
	return {
		...one,
		steps: steps.map((step) => (step.repeat ? { ...step, repeat: [1, step.repeat[1] / times] } : step)),
		...(runs && { runs: { count: runs.count / times, credits: runs.credits / times } }),
		...(entries !== undefined && { entries: entries / times }),
	}
}
