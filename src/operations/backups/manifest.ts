import type { Stored } from '../../bucket/bucket.ts'

// The form of a backup. `backups/<id>/` holds parts of compressed JSON lines: `{"table", "columns"}` begins the rows of a table, and
// each row is an array. The manifest is written last. Without it there is no backup.

export const FORMAT = 1

export interface Part extends Stored {
	/** The number of rows by table. */
	rows: Record<string, number>
}

export interface Manifest {
	format: typeof FORMAT
	id: string
	schema_version: string
	started_at: string
	completed_at: string
	/** The triggers of the database that was copied. A restore compares them. */
	triggers: string[]
	/** The number of rows by table. */
	rows: Record<string, number>
	parts: Part[]
}

export const folderOf = (backup_id: string) => `backups/${backup_id}/`
export const manifestOf = (backup_id: string) => `${folderOf(backup_id)}manifest.json`
