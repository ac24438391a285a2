import type { Stored } from '../../ground/bucket/bucket.ts'

// The format of a backup. `backups/<id>/` holds parts of compressed JSON lines: `{"table", "columns"}` starts the rows of a table,
// and each row is an array. The manifest is written last. A backup without a manifest doesn't count.

export const FORMAT = 1

export interface Statements extends Stored {
	rows: Record<string, number>
}

export interface Manifest {
	format: typeof FORMAT
	id: string
	schema_version: string
	started_at: string
	completed_at: string
	/** The triggers of the copied database. A restore compares them with the instance's. */
	triggers: string[]
	rows: Record<string, number>
	parts: Statements[]
}

export const folderOf = (backup_id: string) => `backups/${backup_id}/`
export const manifestOf = (backup_id: string) => `${folderOf(backup_id)}manifest.json`
