import { columnsBut } from '../../ground/db/columns.ts'
import { orgExports, type orgExportParts } from '../org-rows/table.ts'

export const columns = columnsBut(
	orgExports,
	'next_table',
	'next_key',
	'run_moves',
	'part_count',
	'moved_at',
	'purged_at',
)

type Row = Pick<typeof orgExports.$inferSelect, keyof typeof columns>

type Part = Pick<typeof orgExportParts.$inferSelect, 'number' | 'kind' | 'rows' | 'byte_count' | 'sha256'>

/** An export with its files, if it has any to read. */
export const withManifest = (row: Row, parts: Part[]) => ({
	...row,
	manifest:
		row.status === 'completed'
			? {
					files: parts.map(({ number, kind, rows, byte_count: bytes, sha256 }) => ({
						kind,
						rows,
						bytes,
						sha256,
						url: `/v1/orgs/${row.org_id}/exports/${row.id}/files/${number}`,
					})),
				}
			: null,
})
