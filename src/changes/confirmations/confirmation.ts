import { DurableObject } from 'cloudflare:workers'
import { errorName, logError } from '../../http/log.ts'
import { systemContext } from '../../write/system.ts'
import { endUnconfirmed } from './end.ts'

const AGAIN_AFTER_MS = 1_000
/** A commit may be slower than the window. So the object looks once more for a change that is not there yet. */
const LOOK_AGAIN_MS = 30_000

/**
 * One object for each change under `Confirm-Within`. Its alarm sets the change back when nobody has confirmed it. D1 is the
 * truth: the object may be lost at any moment, and then cron sets the change back.
 */
export class Confirmation extends DurableObject<Env> {
	/** Sets the alarm. It is durable when the call returns. The change need not exist yet. */
	async arm(id: string, due: number): Promise<void> {
		await this.ctx.storage.put({ id, due })
		await this.ctx.storage.setAlarm(due)
	}

	/** Forgets a change that was never made. */
	async disarm(): Promise<void> {
		await this.ctx.storage.deleteAlarm()
		await this.ctx.storage.deleteAll()
	}

	/** Rolls the change back now, if it is due: its maker has lost the right to make it. */
	async end(id: string): Promise<void> {
		await this.ctx.storage.put({ id, due: Date.now() })
		await this.alarm()
	}

	override async alarm(): Promise<void> {
		const id = await this.ctx.storage.get<string>('id')
		if (id === undefined) return
		const due = (await this.ctx.storage.get<number>('due')) ?? 0
		const c = systemContext(this.env, (work) => this.ctx.waitUntil(work))
		let state: Awaited<ReturnType<typeof endUnconfirmed>> = 'not due'
		try {
			state = await endUnconfirmed(c, id)
		} catch (error) {
			logError({ object: 'Confirmation', change: id, error: errorName(error) })
		}
		const again = due + LOOK_AGAIN_MS
		if (state === 'ended' || (state === 'missing' && Date.now() >= again)) await this.ctx.storage.deleteAll()
		else await this.ctx.storage.setAlarm(state === 'missing' ? again : Math.max(due, Date.now() + AGAIN_AFTER_MS))
	}
}
