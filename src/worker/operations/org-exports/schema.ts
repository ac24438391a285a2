import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { EXPORT_STATUSES } from '../org-rows/table.ts'

export const OrgExport = named('OrgExport', {
	id: id('exp'),
	org_id: id('org'),
	status: z.enum(EXPORT_STATUSES).meta(doc({ example: 'completed' })),
	error: z.nullable(z.string()).meta(doc({ description: 'Why the export failed.', example: null })),
	table_count: z.int().meta(doc({ description: 'The number of tables that are fully written.', example: 31 })),
	table_total: z.int().meta(doc({ description: 'The number of tables that an export writes.', example: 31 })),
	row_count: z.int().meta(doc({ example: 18_420 })),
	byte_count: z.int().meta(doc({ example: 6_204_118 })),
	created_by: id('usr').nullable(),
	created_at: timestamp().meta(doc({ description: 'The export has every row created before this time.' })),
	completed_at: timestamp().nullable(),
	expires_at: z
		.nullable(timestamp())
		.meta(doc({ description: 'When the files are deleted: seven days after the export is complete.' })),
})

export const OrgExportWithManifest = OrgExport.extend({
	manifest: z
		.object({
			files: z.array(
				z.object({
					kind: z.string().meta(doc({ description: 'What its lines are.', example: 'runs' })),
					rows: z.int().meta(doc({ description: 'The number of its lines.', example: 4_000 })),
					bytes: z.int().meta(doc({ example: 1_204_118 })),
					sha256: z.string().meta(doc({ example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' })),
					url: z.string().meta(doc({ description: 'The path of the operation that returns the file.' })),
				}),
			),
		})
		.nullable()
		.meta(doc({ description: 'The files of a completed export; null otherwise.' })),
}).meta(doc({ id: 'OrgExportWithManifest' }))
