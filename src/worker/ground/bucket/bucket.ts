// The bucket for old data: backups, and archived runs. An object is compressed JSON lines, and its name contains the hash of its
// bytes. So nothing overwrites an object with other bytes, and a retry after a kill writes the same name again.

/** An object as the database records it. */
export interface Stored {
	key: string
	/** SHA-256 of the compressed bytes, in hex. */
	sha256: string
	/** Compressed. */
	byte_count: number
}

/** The part of a bucket that reading an object needs. `npm run restore` has one that speaks HTTP. */
export interface Readable {
	get: (key: string) => Promise<{ arrayBuffer: () => Promise<ArrayBuffer> } | null>
}

/** The bucket answers, but not with what was written. Waiting doesn't help. */
export class DamagedObject extends Error {
	constructor(name: string, message: string) {
		super(message)
		this.name = name
	}
}

/** Undefined if the deployment doesn't bind a bucket: `wrangler.toml` names one, but an operator may remove it. */
export const bucketOf = (env: Env): R2Bucket | undefined => (env as Partial<Env>).ARCHIVE

/** Writes lines as one object, whose name begins with `prefix`. */
export async function putLines(bucket: R2Bucket, prefix: string, lines: readonly string[]): Promise<Stored> {
	const bytes = await through(new CompressionStream('gzip'), new TextEncoder().encode(`${lines.join('\n')}\n`))
	return put(bucket, { prefix, suffix: 'ndjson.gz', contentType: 'application/gzip' }, bytes)
}

/** Writes a text as it is, for people who download it. */
export const putText = (bucket: R2Bucket, prefix: string, text: string): Promise<Stored> =>
	put(
		bucket,
		{ prefix, suffix: 'ndjson', contentType: 'application/x-ndjson' },
		new TextEncoder().encode(text).buffer as ArrayBuffer,
	)

async function put(
	bucket: R2Bucket,
	{ prefix, suffix, contentType }: { prefix: string; suffix: string; contentType: string },
	bytes: ArrayBuffer,
): Promise<Stored> {
	const sha256 = await hashOf(bytes)
	const key = `${prefix}${sha256.slice(0, 32)}.${suffix}`
	await bucket.put(key, bytes, { httpMetadata: { contentType } })
	return { key, sha256, byte_count: bytes.byteLength }
}

/** The bytes of an object. Throws if it's missing, or if its bytes aren't the ones that were written. */
export async function verifyObject(
	bucket: Readable,
	{ key, sha256 }: Pick<Stored, 'key' | 'sha256'>,
): Promise<ArrayBuffer> {
	const object = await bucket.get(key)
	if (!object) throw new DamagedObject('bucket.object_missing', `The bucket has no object ${key}`)
	const bytes = await object.arrayBuffer()
	if ((await hashOf(bytes)) !== sha256) throw new DamagedObject('bucket.object_damaged', `The object ${key} is damaged`)
	return bytes
}

/** The lines of an object. Throws as `verifyObject` does. */
export async function getLines(bucket: Readable, stored: Pick<Stored, 'key' | 'sha256'>): Promise<string[]> {
	const bytes = await verifyObject(bucket, stored)
	const text = new TextDecoder().decode(await through(new DecompressionStream('gzip'), bytes))
	return text.split('\n').slice(0, -1)
}

/** Deletes every object whose name begins with `prefix`, 1,000 at a time. */
export async function deleteAll(bucket: R2Bucket, prefix: string): Promise<void> {
	for (;;) {
		const { objects } = await bucket.list({ prefix, limit: 1_000 })
		if (objects.length === 0) return
		await bucket.delete(objects.map(({ key }) => key))
	}
}

const through = (transform: CompressionStream | DecompressionStream, bytes: ArrayBuffer | Uint8Array) =>
	new Response(new Response(bytes as BodyInit).body?.pipeThrough(transform as never) as BodyInit).arrayBuffer()

async function hashOf(bytes: ArrayBuffer): Promise<string> {
	const hash = await crypto.subtle.digest('SHA-256', bytes)
	return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
