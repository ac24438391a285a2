import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { migrate } from '../../src/tools/migrate.ts'
import { withLocalD1 } from '../../src/tools/state.ts'
import { withAccount } from './account.ts'
import type { Tools } from './kill.ts'

interface Backup {
	id: string
	status: string
	part_count: number
}

/** A backup is killed while it runs, and still completes; restoring it fills an empty instance with the same rows. */
export async function backup({ state, start, kill, call, whileStopped, expect, until }: Tools) {
	await whileStopped(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
		INSERT INTO notifications (user_id, id, type, title, body, created_at)
		SELECT 'usr_backup', printf('ntf_1%025d', i), 'x', 'x', printf('%0250d', i), '2126-01-01T00:00:00.000Z' FROM n`)
	// The first tick may have started the day's backup.
	const [newest] = await call<Backup[]>('GET', '/v1/admin/backups?limit=1')
	const { id } = newest?.status === 'running' ? newest : await call<Backup>('POST', '/v1/admin/backups')
	const read = () => call<Backup>('GET', `/v1/admin/backups/${id}`)
	for (const moment of [0, 300, 900]) {
		await whileStopped("UPDATE jobs SET next_run_at = '', leased_until = ''")
		await sleep(moment)
		await kill()
		await start()
	}
	const done = await until('the backup', 180, read, ({ status }) => status === 'completed')
	expect('the backup has several parts', done.part_count > 1, true)
	await kill()
	const wanted = await counted(join(state, 'v3'))
	for (const where of ['local', 'remote']) {
		const restored = mkdtempSync(join(tmpdir(), 'plinth-restored-'))
		try {
			cpSync(join(state, 'v3/r2'), join(restored, 'v3/r2'), { recursive: true })
			if (where === 'local') await run([id], { PERSIST_TO: restored })
			else {
				await withLocalD1(migrate, join(restored, 'v3'))
				await withAccount(join(restored, 'v3'), (address) =>
					run([id, '--remote'], {
						CLOUDFLARE_API_BASE_URL: address,
						CLOUDFLARE_ACCOUNT_ID: 'account',
						CLOUDFLARE_API_TOKEN: 'token',
					}),
				)
			}
			expect(`rows after the ${where} restore`, await counted(join(restored, 'v3')), wanted)
		} finally {
			rmSync(restored, { recursive: true, force: true })
		}
	}
	await start()
}

async function run(words: string[], env: Record<string, string>) {
	const command = ['src/tools/restore.ts', ...words]
	const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env } })
	console.log(`     ${stdout.trim().split('\n').at(-1)}`)
}

const TABLES = [
	'users',
	'orgs',
	'notifications',
	'ledger_entries',
	'runs',
	'webhook_deliveries',
	'passwords',
	'secrets',
]

function counted(state: string) {
	const counts = TABLES.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')
	const query = `SELECT ${counts}, (SELECT sum(balance) FROM credit_accounts) AS credits`
	return withLocalD1((db) => db.prepare(query).first(), state)
}
