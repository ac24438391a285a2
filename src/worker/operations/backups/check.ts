import { DamagedObject, getLines, type Readable, verifyObject } from '../../ground/bucket/bucket.ts'
import { FORMAT, type Manifest, manifestOf } from './manifest.ts'

// Whether a backup can be restored: all of its objects are there with the bytes that were written. A restore checks this before its
// first row, and a job checks the newest backup every week.

export class Refusal extends Error {}

export const sentenceOf = (error: unknown): string =>
	error instanceof Refusal ? error.message : `It stopped: ${String(error)}. Start the command again to continue.`

export async function manifestIn(bucket: Readable, backup_id: string): Promise<Manifest> {
	const object = await bucket.get(manifestOf(backup_id))
	if (!object)
		throw new Refusal(
			`The bucket has no backup ${backup_id}, or the backup isn't complete: ${manifestOf(backup_id)} is missing.`,
		)
	const manifest = parsed(new TextDecoder().decode(await object.arrayBuffer()))
	if (!manifest) throw new Refusal(`The backup's manifest ${manifestOf(backup_id)} is damaged. Restore another backup.`)
	if (manifest.format !== FORMAT) throw new Refusal("The backup has a format that this checkout doesn't know.")
	return manifest
}

function parsed(text: string): Manifest | undefined {
	try {
		return JSON.parse(text) as Manifest
	} catch {
		return undefined
	}
}

/** The tables whose rows are secrets. Each row says which key seals it. */
const SEALED = ['secrets', 'replaced_secrets']

/**
 * Checks every part, and returns how many secrets each key seals, by its id. Throws a refusal for the first part that's missing or
 * damaged.
 */
export async function checkAll(
	bucket: Readable,
	{ parts }: Manifest,
	onPart: (done: number, of: number) => void = () => undefined,
): Promise<Map<string, number>> {
	const keys = new Map<string, number>()
	for (const [index, part] of parts.entries()) {
		try {
			if (SEALED.some((table) => part.rows[table])) countKeys(await getLines(bucket, part), keys)
			else await verifyObject(bucket, part)
		} catch (error) {
			if (!(error instanceof DamagedObject)) throw error
			const why = error.name === 'bucket.object_missing' ? 'is missing' : 'is damaged'
			throw new Refusal(`Part ${index + 1} of ${parts.length}, ${part.key}, ${why}. Restore another backup.`)
		}
		onPart(index + 1, parts.length)
	}
	return keys
}

function countKeys(lines: string[], keys: Map<string, number>) {
	let place = -1
	for (const line of lines) {
		const value = JSON.parse(line) as { table: string; columns: string[] } | string[]
		if (!Array.isArray(value)) place = SEALED.includes(value.table) ? value.columns.indexOf('key_id') : -1
		else if (place >= 0) keys.set(value[place] as string, (keys.get(value[place] as string) ?? 0) + 1)
	}
}

/** What `SECRETS_KEYS` must have for a backup, in a sentence. Undefined if it has all. Without `known`, it's always said. */
export function keysNeeded(keys: ReadonlyMap<string, number>, known?: readonly string[]): string | undefined {
	const needed = [...keys]
		.filter(([id]) => !known?.includes(id))
		.map(([id, count]) => `${id} (${count === 1 ? '1 secret' : `${count} secrets`})`)
	if (needed.length === 0) return undefined
	return known
		? `SECRETS_KEYS lacks ${needed.join(', ')}. Without these keys the secrets can't be opened: find them before the instance goes live.`
		: `The secrets need these keys in SECRETS_KEYS: ${needed.join(', ')}.`
}
