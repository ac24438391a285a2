import { getTableColumns } from 'drizzle-orm'
import { orgExports, type orgExportParts } from '../org-rows/table.ts'

const {
	next_table: _table,
	next_key: _key,
	run_moves: _moves,
	moved_at: _at,
	purged_at: _purged,
	...shown
} = getTableColumns(orgExports)

/** What of an export is shown. */
export const columns = shown

type Row = Pick<typeof orgExports.$inferSelect, keyof typeof columns>

/** An export as it's returned. */
export const toExport = ({
	id,
	org_id,
	status,
	error,
	table_count,
	table_total,
	row_count,
	byte_count,
	...row
}: Row) => {
	const { created_by, created_at, completed_at, expires_at } = row
	const progress = { table_count, table_total, row_count, byte_count }
	return { id, org_id, status, error, ...progress, created_by, created_at, completed_at, expires_at }
}

type Part = Pick<typeof orgExportParts.$inferSelect, 'number' | 'kind' | 'rows' | 'byte_count' | 'sha256'>

/** An export with its files, if it has any to read. */
export const withManifest = (row: Row, parts: Part[]) => ({
	...toExport(row),
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
