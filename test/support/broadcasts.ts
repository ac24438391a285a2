import { env } from 'cloudflare:workers'
import { purgeBroadcasts } from '../../src/messages/broadcasts/purge.ts'
import { systemContext } from '../../src/write/system.ts'

/** Purges the deleted broadcasts of all tests. A run of the job is bounded, and other files count its work. */
export async function purgeDeleted(): Promise<void> {
	const left = env.DB.prepare('SELECT count(*) AS n FROM broadcasts WHERE deleted_at IS NOT NULL')
	while ((await left.first<number>('n')) !== 0) await purgeBroadcasts(systemContext(env))
}
