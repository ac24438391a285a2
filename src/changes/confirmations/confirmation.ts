import { DurableObject } from 'cloudflare:workers'
import { errorName, logError } from '../../http/log.ts'
import { systemContext } from '../../write/system.ts'
import { endUnconfirmed } from './end.ts'

const AGAIN_AFTER_MS = 1_000
/** A commit may be slower than the window. For this long the object looks for a change that is not there yet. */
const MISSING_AFTER_MS = 30_000

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
		const isOver = state === 'ended' || (state === 'missing' && Date.now() > due + MISSING_AFTER_MS)
		if (isOver) await this.ctx.storage.deleteAll()
		else await this.ctx.storage.setAlarm(Math.max(due, Date.now() + AGAIN_AFTER_MS))
	}
}
