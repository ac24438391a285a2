import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { backups } from './table.ts'

export const Backup = named('Backup', {
	id: id('bkp'),
	kind: z.enum(backups.kind.enumValues).meta(doc({ example: 'daily' })),
	status: z.enum(backups.status.enumValues).meta(doc({ example: 'completed' })),
	error: z.nullable(z.string()).meta(doc({ description: 'Why the backup failed.', example: null })),
	schema_version: z
		.string()
		.meta(doc({ description: 'A restore needs the same schema version.', example: '0020_console_reads' })),
	table_count: z.int().meta(doc({ description: 'The number of tables that are fully copied.', example: 46 })),
	table_total: z.int().meta(doc({ description: 'The number of tables that a backup copies.', example: 46 })),
	row_count: z.int().meta(doc({ example: 184_220 })),
	part_count: z.int().meta(doc({ description: 'The number of objects in the bucket.', example: 12 })),
	byte_count: z.int().meta(doc({ description: 'Compressed.', example: 6_204_118 })),
	created_by: z
		.nullable(z.string())
		.meta(doc({ description: 'The user or service account that started it; null for a daily backup.', example: null })),
	created_at: timestamp().meta(doc({ description: 'The backup has every row created before this time.' })),
	completed_at: timestamp().nullable(),
	checked_at: z
		.nullable(timestamp())
		.meta(doc({ description: 'When a job last checked that the backup can be restored. Null if none did.' })),
	check_error: z
		.nullable(z.enum(backups.check_error.enumValues))
		.meta(doc({ description: 'What that check found. Null if nothing is wrong.', example: null })),
})
