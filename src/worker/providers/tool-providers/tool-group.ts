import { DurableObject } from 'cloudflare:workers'
import { and, eq, lt } from 'drizzle-orm'
import { errorName, logError } from '../../ground/http/log.ts'
import { systemContext } from '../../ground/write/system.ts'
import { write } from '../../ground/write/write.ts'
import { groupStatements, statesIn } from './group-state.ts'
import { kvKey } from './kv.ts'
import { toolGroups } from './table.ts'
import type { OwnedGroup } from './tool-group-object.ts'

const REPAIR_AFTER_MS = 5_000
/** Longer than a write in progress can take to show up in KV. */
const VERIFY_AFTER_MS = 70_000

/**
 * One object for each layer and group. Only it writes the group's KV key, so the writes stay in order. A change announces
 * itself here, commits to D1, and then asks the object to publish. If the change is cut off in between, the alarm publishes.
 * D1 is the source of truth: the object may be lost at any moment, and then cron publishes.
 */
export class ToolGroup extends DurableObject<Env> {
	// Input gates only order storage. This chain orders the work that waits for D1 and KV.
	private last: Promise<void> = Promise.resolve()
	private next: Promise<void> | undefined

	/** Records that a change is in progress. The record is durable when the call returns. */
	async announce(named: OwnedGroup): Promise<void> {
		await this.ctx.storage.put({ named, announced: (await this.announced()) + 1 })
		await this.ctx.storage.setAlarm(Date.now() + REPAIR_AFTER_MS)
	}

	/** Writes the group's current state in D1 to KV. */
	async publish(named: OwnedGroup): Promise<void> {
		await this.ctx.storage.put({ named })
		await this.inOrder(named)
		const announced = Math.max(0, (await this.announced()) - 1)
		await this.ctx.storage.put({ announced })
		// Other changes may still be in progress, and they need the earlier alarm.
		if (announced === 0) await this.ctx.storage.setAlarm(Date.now() + VERIFY_AFTER_MS)
	}

	/** Publishes changes that were announced and then cut off. 70 s after the last change, corrects a late overwrite in KV. */
	override async alarm(): Promise<void> {
		const named = await this.ctx.storage.get<OwnedGroup>('named')
		if (!named) return
		const announced = await this.announced()
		try {
			await this.inOrder(named)
			if (announced > 0) {
				await this.ctx.storage.put({ announced: 0 })
				await this.ctx.storage.setAlarm(Date.now() + VERIFY_AFTER_MS)
			}
		} catch (error) {
			logError({ object: 'ToolGroup', ...named, error: errorName(error) })
			await this.ctx.storage.setAlarm(Date.now() + REPAIR_AFTER_MS)
		}
	}

	private announced = async (): Promise<number> => (await this.ctx.storage.get<number>('announced')) ?? 0

	// One write runs and one waits. The waiting one reads everything that was committed in the meantime. KV accepts one write a
	// second for each key.
	private inOrder(named: OwnedGroup): Promise<void> {
		if (this.next) return this.next
		const run = () => {
			this.next = undefined
			return this.writeKv(named)
		}
		this.next = this.last.then(run, run)
		this.last = this.next
		return this.next
	}

	private async writeKv({ owner, group }: OwnedGroup): Promise<void> {
		const c = systemContext(this.env)
		const rows = await c.var.db.batch(groupStatements(c.var.db, [owner], group))
		const state = statesIn(rows, [owner], group).get(owner)
		if (!state) return
		await this.env.KV.put(kvKey(owner, group), JSON.stringify(state))
		const { generation } = state
		const behind = and(
			eq(toolGroups.owner, owner),
			eq(toolGroups.group_name, group),
			lt(toolGroups.published_generation, generation),
		)
		await write(c, { published: c.var.db.update(toolGroups).set({ published_generation: generation }).where(behind) })
	}
}
