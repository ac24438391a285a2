import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement, useEffect, useRef } from 'react'
import { type Reply, answered, Refusal } from '../api.ts'
import { useMay } from '../session/session.ts'
import { common as t } from '../text/en/common.ts'
import { language } from '../text/en/language.ts'
import type { Coded } from '../text/texts.ts'
import { isSame } from '../ui/draft.ts'
import { settleSent } from '../ui/drafts.ts'
import { laterOf } from '../ui/loading.ts'
import { toastOf, useToast } from '../ui/toasts.tsx'
import type { Edit } from './edit.ts'
import { keep, refresh } from './refresh.ts'
import type { Touching } from './sentences/kind.ts'
import { undo } from './undo.ts'
import { waitFor } from './waiting.ts'

/** What a change would do, according to the API under `Dry-Run: true`. */
export interface Simulation {
	status: number
	body: unknown
	changes: { target_type: string; target_id: string; before: unknown; after: unknown }[]
	events: string[]
	effects: string[]
	/** The same as codes. */
	effect_codes: Coded[]
	/** Whom it touches. */
	affects: Touching[]
	credits: { org_id: string; amount: number; balance_after: number; type: string }[]
}

/** The response to a call that isn't a dry run. */
type Made<Out> = Exclude<Out, { dry_run: true }>

interface Options<Input, Out> {
	/** Calls the API. Pass `headers` on: they make the call conditional, idempotent, a dry run or a change on trial. */
	send: (input: Input, headers: Record<string, string>) => Promise<Reply<Out>>
	/** The toast afterwards. None if left out. */
	done?: string | ((out: Made<Out>, input: Input) => string)
	/** The tag of what is changed, if the API takes `If-Match`. */
	etag?: string | undefined
	/** The form that it saves, instead of `etag`. */
	edit?: Pick<Edit<unknown>, 'value' | 'etag' | 'tagNow' | 'begin' | 'meet' | 'settle'>
	/** The API can revert this kind of change. */
	canUndo?: boolean
	/** The API makes it on trial only. It's rolled back after so many seconds, unless somebody keeps it. */
	trial_s?: number
	/** The first elements of the only query keys that it can affect. If left out, everything on screen is read again. */
	refreshes?: string[]
	onDone?: (out: Made<Out>, input: Input) => void
}

interface RunOptions {
	/** Rolls the change back unless somebody keeps it. */
	guard_s?: number | undefined
	/** The tag of the state it's meant for, if that's not the one on the screen. */
	etag?: string | undefined
}

export interface Change<Input> {
	/** Makes the change. Returns the refusal, or undefined on success. */
	run: (input: Input, options?: RunOptions) => Promise<Refusal | undefined>
	/** For a button without a form or a dialog: shows a refusal as a toast. */
	runOrTell: (input: Input) => void
	/** Simulates the change. Throws a `Refusal`. */
	simulate: (input: Input, etag?: string) => Promise<Simulation>
	/** How long its trial lasts, if it takes one. */
	trial_s: number | undefined
	/** The tag of the state on the screen. */
	tag: () => string | undefined
	isRunning: boolean
	/** The refusal of the last attempt. */
	refusal: Refusal | undefined
	/** What the last attempt sent. */
	input: Input | undefined
}

/** A write operation for a screen: its state, its toast and its undo. */
export function useChange<Input, Out>({
	send,
	done,
	edit,
	etag = edit?.etag,
	canUndo,
	trial_s,
	refreshes,
	onDone,
}: Options<Input, Out>): Change<Input> {
	const queries = useQueryClient()
	const toast = useToast()
	// Anyone who could make a change can revert it.
	const mayRevert = useMay('org.settings', 'people.write', 'money.write', 'platform.write')
	const repeat = useRepeatKey()
	// A dialog keeps the change from when it opened, and passes the tag from then.
	const tag = useRef(etag)
	useEffect(() => {
		tag.current = etag
	}, [etag])
	const simulated = useRef<{ input: string; changes: Simulation['changes'] }>(undefined)
	const conditions = (of = tag.current): Record<string, string> => (of ? { 'If-Match': of } : {})
	/** After a 412 the screen must show the state that made the API refuse. */
	const meet = (refused: unknown, input: Input) => {
		if (!isStale(refused)) return
		edit?.meet(input)
		void refresh(queries, refreshes)
	}

	const { mutateAsync, isPending, error, variables } = useMutation({
		meta: { refreshes },
		mutationFn: async ({ input, guard_s = trial_s, etag: of }: { input: Input } & RunOptions) => {
			edit?.begin()
			const headers = { 'Idempotency-Key': repeat.keyOf(input), ...onTrial(guard_s) }
			const sendTo = (state: string | undefined) => answered(send(input, { ...conditions(state), ...headers }))
			return sendTo(of).catch(async (refused: unknown) => {
				const now = isStale(refused) ? await edit?.tagNow() : undefined
				if (now === undefined) throw refused
				return sendTo(now)
			})
		},
		onSuccess: async ({ data, response }, { input, guard_s = trial_s }) => {
			repeat.forget()
			settleSent()
			const confirm_id = response.headers.get('Confirm-Id')
			if (confirm_id && guard_s) waitFor(confirm_id, guard_s)
			const stored_tag = response.headers.get('ETag') ?? undefined
			edit?.settle(stored_tag ? data : input, stored_tag)
			// Anyone who edits again right away must not start from the old state.
			if (edit?.etag && stored_tag) keep(queries, edit.etag, { value: data, etag: stored_tag })
			else if (edit?.etag) await refresh(queries, refreshes)
			onDone?.(data as Made<Out>, input)
		},
		onError: (refused, { input }) => meet(refused, input),
	})

	const textOf = (out: Made<Out>, input: Input) => (typeof done === 'function' ? done(out, input) : done)

	function tell({ data, response }: Reply<Out>, input: Input) {
		const text = textOf(data as Made<Out>, input)
		if (!text) return
		const audit_id = response.headers.get('Audit-Id')
		const isKept = !response.headers.has('Confirm-Id')
		const mayUndo = canUndo && mayRevert && audit_id && isKept
		const rows = simulated.current?.input === JSON.stringify(input) ? simulated.current.changes : []
		toast({
			text,
			detail: saying(rows),
			...(mayUndo ? { action: { label: t.undo, run: () => void undoAndSay(audit_id, rows) } } : {}),
		})
	}

	async function undoAndSay(audit_id: string, rows: Simulation['changes']) {
		try {
			await undo(audit_id)
			await refresh(queries)
			toast({ text: t.undone, detail: saying(rows.map((one) => ({ ...one, before: one.after, after: one.before }))) })
		} catch (refused) {
			toast(toastOf(refused as Refusal))
		}
	}

	/** Ends a form in which nothing was changed, as if it had been sent. The audit log has nothing to say of it. */
	async function endUnchanged(value: Made<Out>, input: Input) {
		const text = textOf(value, input)
		if (text) toast({ text })
		onDone?.(value, input)
		return undefined
	}

	const run: Change<Input>['run'] = (input, options) => {
		if (edit && isSame(input, {})) return endUnchanged(edit.value as Made<Out>, input)
		return mutateAsync({ input, ...options }).then(
			(made) => {
				tell(made, input)
				return undefined
			},
			(refused: unknown) =>
				refused instanceof Refusal ? refused : new Refusal(0, { error: 'unknown', message: String(refused) }),
		)
	}
	return {
		run,
		runOrTell: (input) => void run(input).then((refused) => refused && toast(toastOf(refused))),
		simulate: async (input, of) => {
			try {
				const { data } = await answered(send(input, { ...conditions(of), ...onTrial(trial_s), 'Dry-Run': 'true' }))
				const simulation = data as unknown as Simulation
				simulated.current = { input: JSON.stringify(input), changes: simulation.changes }
				const say = await language.effects?.().catch(() => undefined)
				return say ? { ...simulation, effects: said(simulation, say) } : simulation
			} catch (refused) {
				meet(refused, input)
				throw refused
			}
		},
		trial_s,
		tag: () => tag.current,
		isRunning: isPending,
		refusal: error instanceof Refusal ? error : undefined,
		input: variables?.input,
	}
}

/** The effects in the language of the page. A code that it doesn't know keeps the API's text. */
const said = ({ effects, effect_codes }: Simulation, say: (effect: Coded) => string | undefined) =>
	effects.map((text, index) => (effect_codes[index] && say(effect_codes[index])) ?? text)

/** Somebody else changed it meanwhile. */
const isStale = (refused: unknown) => refused instanceof Refusal && refused.status === 412

const onTrial = (seconds: number | undefined): Record<string, string> =>
	seconds === undefined ? {} : { 'Confirm-Within': String(seconds) }

const Sentences = laterOf(async () => (await import('./sentences/use-sentences.tsx')).Sentences)

/** A toast has room for one sentence. */
const saying = (changes: Simulation['changes']) =>
	changes.length > 0 && createElement(Sentences, { changes: changes.slice(0, 1) })

/** The same input keeps its `Idempotency-Key` until it has worked: a second click after a broken connection changes nothing twice. */
function useRepeatKey() {
	const last = useRef<{ input: string; key: string }>(undefined)
	return {
		keyOf(input: unknown) {
			const text = JSON.stringify(input) ?? ''
			if (last.current?.input !== text) last.current = { input: text, key: crypto.randomUUID() }
			return last.current.key
		},
		forget() {
			last.current = undefined
		},
	}
}

/** The members of `after` that differ from `before`. A PATCH with no others overwrites nobody else's change. */
export function changed<T extends object>(before: object, after: T): Partial<T> {
	const old = before as Record<string, unknown>
	return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(old[name], value))) as Partial<T>
}
