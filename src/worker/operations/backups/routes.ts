import { desc, eq, getTableColumns } from 'drizzle-orm'
import * as z from 'zod'
import { bucketOf } from '../../ground/bucket/bucket.ts'
import { requires } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict, existing } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { write } from '../../ground/write/write.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { Backup } from './schema.ts'
import { backups } from './table.ts'

const {
	next_table: _table,
	next_key: _key,
	day: _day,
	checked_part_count: _checked,
	...columns
} = getTableColumns(backups)

type Row = Pick<typeof backups.$inferSelect, keyof typeof columns>

async function toBackup(row: Row) {
	const { COPIED } = await import('./tables.ts')
	return { ...row, table_total: COPIED.length }
}

export const backupRoutes = routes()

backupRoutes.post(
	'/',
	requires('platform.write'),
	returns(202, Backup, 'Start a backup'),
	refuses('backups.no_bucket', 'backups.running'),
	async (c) => {
		if (!bucketOf(c.env)) throw conflict('backups.no_bucket')
		const { newBackup } = await import('./run.ts')
		const backup = newBackup('manual', actorOf(c.var.principal))
		const { next_table: _first, next_key: _start, day: _none, checked_part_count: _zero, ...row } = backup
		const response = await toBackup(row)
		await write(
			c,
			{ begun: c.var.db.insert(backups).values(backup) },
			{
				audit: { action: 'backups.create', target: backups, target_id: backup.id, org_id: null, isNew: true },
				response: { status: 202, body: response },
				duplicate: () => conflict('backups.running'),
			},
		)
		return c.json(response, 202)
	},
)

backupRoutes.get(
	'/',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(Backup), 'List backups'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(columns)
			.from(backups)
			.where(page.before(backups.id))
			.orderBy(desc(backups.id))
			.limit(page.limit)
		return c.json(await Promise.all(page.close(rows, ({ id }) => id).map(toBackup)))
	},
)

backupRoutes.get('/:backup_id', requires('platform.read'), returns(200, Backup, 'Read a backup'), async (c) => {
	const [row] = await c.var.db
		.select(columns)
		.from(backups)
		.where(eq(backups.id, c.req.param('backup_id')))
		.limit(1)
	return taggedJson(c, await toBackup(existing(row, 'Backup')))
})
