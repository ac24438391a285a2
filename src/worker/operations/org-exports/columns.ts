import { getTableColumns } from 'drizzle-orm'
import { orgExports, type orgExportParts } from '../org-rows/table.ts'

const {
	next_table: _table,
	next_key: _key,
	run_moves: _moves,
	part_count: _parts,
	moved_at: _at,
	purged_at: _purged,
	...shown
} = getTableColumns(orgExports)

export const columns = shown

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
