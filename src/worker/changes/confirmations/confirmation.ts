import { DurableObject } from 'cloudflare:workers'
import { errorName, logError } from '../../ground/http/log.ts'
import { systemContext } from '../../ground/write/system.ts'

/** The first pause before another try. It doubles with each. */
const AGAIN_AFTER_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** A commit may be slower than the window, so the object looks once more for a change that isn't there yet. */
const LOOK_AGAIN_MS = 30_000

/**
 * One object for each change made with `Confirm-Within`. Its alarm rolls the change back if nobody confirmed it. D1 is the source
 * of truth: the object may be lost at any moment, and then cron rolls the change back.
 */
export class Confirmation extends DurableObject<Env> {
	/** Sets the alarm, which is durable when the call returns. The change doesn't have to exist yet. */
	async arm(id: string, due: number): Promise<void> {
		await this.ctx.storage.put({ id, due })
		await this.ctx.storage.setAlarm(due)
	}

	/** Forgets a change that was never made. */
	async disarm(): Promise<void> {
		await this.ctx.storage.deleteAlarm()
		await this.ctx.storage.deleteAll()
	}

	/** Rolls the change back now if it's due, because its maker lost the right to make it. */
	async end(id: string): Promise<void> {
		await this.ctx.storage.put({ id, due: Date.now() })
		await this.alarm()
	}

	override async alarm(): Promise<void> {
		const id = await this.ctx.storage.get<string>('id')
		if (id === undefined) return
		const due = (await this.ctx.storage.get<number>('due')) ?? 0
		const c = systemContext(this.env, (work) => this.ctx.waitUntil(work))
		const { endUnconfirmed } = await import('./end.ts')
		const pause_ms = (await this.ctx.storage.get<number>('pause_ms')) ?? AGAIN_AFTER_MS
		let state: Awaited<ReturnType<typeof endUnconfirmed>> = 'not due'
		try {
			state = await endUnconfirmed(c, id)
		} catch (error) {
			logError({ object: 'Confirmation', change: id, error: errorName(error) })
			await this.ctx.storage.put('pause_ms', Math.min(2 * pause_ms, LONGEST_PAUSE_MS))
		}
		const again = due + LOOK_AGAIN_MS
		if (state === 'ended' || (state === 'missing' && Date.now() >= again)) await this.ctx.storage.deleteAll()
		else await this.ctx.storage.setAlarm(state === 'missing' ? again : Math.max(due, Date.now() + pause_ms))
	}
}
