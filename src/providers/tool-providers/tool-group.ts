import { DurableObject } from 'cloudflare:workers'
import { and, eq, lt } from 'drizzle-orm'
import { commit } from '../../write/commit.ts'
import { systemContext } from '../../write/system.ts'
import { logError } from '../../http/log.ts'
import type { Group } from './catalogue.ts'
import { readGroupStates } from './group-state.ts'
import { kvKey } from './kv.ts'
import { toolGroups } from './table.ts'

const REPAIR_AFTER_MS = 5_000
/** Longer than a write that was on its way can take to surface in KV. */
const VERIFY_AFTER_MS = 70_000

interface Named {
	owner: string
	group: Group
}

/**
 * One object for each layer and group, through which everything written to their KV key goes, in order. A change announces
 * itself here before it commits to D1 and publishes afterwards; a change that is cut off in between is published by the alarm.
 * D1 is the truth: the object may be lost at any moment, and cron publishes what it left behind.
 */
export class ToolGroup extends DurableObject<Env> {
	// Input gates hold back storage only. What waits for D1 and KV is put in order by this chain.
	private last: Promise<void> = Promise.resolve()
	private next: Promise<void> | undefined

	/** Marks that a change is under way. Durable before the caller goes on. */
	async announce(named: Named): Promise<void> {
		await this.ctx.storage.put({ named, announced: (await this.announced()) + 1 })
		await this.ctx.storage.setAlarm(Date.now() + REPAIR_AFTER_MS)
	}

	/** Writes to KV what D1 says now. */
	async publish(named: Named): Promise<void> {
		await this.ctx.storage.put({ named })
		await this.inOrder(named)
		const announced = Math.max(0, (await this.announced()) - 1)
		await this.ctx.storage.put({ announced })
		// Others may still be between their announcement and their publication; the nearer alarm is theirs.
		if (announced === 0) await this.ctx.storage.setAlarm(Date.now() + VERIFY_AFTER_MS)
	}

	/** Repairs what was announced and never published; 70 s after a quiet end, heals a late overwrite. */
	override async alarm(): Promise<void> {
		const named = await this.ctx.storage.get<Named>('named')
		if (!named) return
		const announced = await this.announced()
		try {
			await this.inOrder(named)
			if (announced > 0) {
				await this.ctx.storage.put({ announced: 0 })
				await this.ctx.storage.setAlarm(Date.now() + VERIFY_AFTER_MS)
			}
		} catch (error) {
			logError({ object: 'ToolGroup', ...named, error: error instanceof Error ? error.name : typeof error })
			await this.ctx.storage.setAlarm(Date.now() + REPAIR_AFTER_MS)
		}
	}

	private announced = async (): Promise<number> => (await this.ctx.storage.get<number>('announced')) ?? 0

	// One write runs and one waits: it will read what all who came meanwhile have committed. KV takes one a second for a key.
	private inOrder(named: Named): Promise<void> {
		if (this.next) return this.next
		const write = () => {
			this.next = undefined
			return this.write(named)
		}
		this.next = this.last.then(write, write)
		this.last = this.next
		return this.next
	}

	private async write({ owner, group }: Named): Promise<void> {
		const c = systemContext(this.env)
		const state = (await readGroupStates(c.var.db, [owner], group)).get(owner)
		if (!state) return
		await this.env.KV.put(kvKey(owner, group), JSON.stringify(state))
		const { generation } = state
		const behind = and(
			eq(toolGroups.owner, owner),
			eq(toolGroups.group_name, group),
			lt(toolGroups.published_generation, generation),
		)
		const booked = c.var.database.writer.update(toolGroups).set({ published_generation: generation }).where(behind)
		await commit(c, [booked], {})
	}
}
