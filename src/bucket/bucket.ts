// The bucket for what is old: backups, and the runs of the archive. An object is compressed JSON lines, and its name holds the
// hash of its bytes. So nothing overwrites an object with other bytes, and a repeat after a kill writes the same name again.

/** What an object holds, as the database books it. */
export interface Stored {
	key: string
	/** SHA-256 of the compressed bytes, in hex. */
	sha256: string
	/** Compressed. */
	byte_count: number
}

/** What reads an object needs of a bucket. `npm run restore` gives one that speaks HTTP. */
export interface Readable {
	get: (key: string) => Promise<{ arrayBuffer: () => Promise<ArrayBuffer> } | null>
}

/** Undefined where the deployment binds none: `wrangler.toml` names one, and an operator may take it out. */
export const bucketOf = (env: Env): R2Bucket | undefined => (env as Partial<Env>).ARCHIVE

/** Writes lines as one object, whose name begins with `prefix`. */
export async function putLines(bucket: R2Bucket, prefix: string, lines: readonly string[]): Promise<Stored> {
	const bytes = await through(new CompressionStream('gzip'), new TextEncoder().encode(`${lines.join('\n')}\n`))
	const sha256 = await hashOf(bytes)
	const key = `${prefix}${sha256.slice(0, 32)}.ndjson.gz`
	await bucket.put(key, bytes, { httpMetadata: { contentType: 'application/gzip' } })
	return { key, sha256, byte_count: bytes.byteLength }
}

/** The lines of an object. Throws when it is missing, or when its bytes are not those that were written. */
export async function getLines(bucket: Readable, { key, sha256 }: Pick<Stored, 'key' | 'sha256'>): Promise<string[]> {
	const object = await bucket.get(key)
	if (!object) throw named('bucket.object_missing', `The bucket has no object ${key}`)
	const bytes = await object.arrayBuffer()
	if ((await hashOf(bytes)) !== sha256)
		throw named('bucket.object_damaged', `The object ${key} is not as it was written`)
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

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

const through = (transform: CompressionStream | DecompressionStream, bytes: ArrayBuffer | Uint8Array) =>
	new Response(new Response(bytes as BodyInit).body?.pipeThrough(transform as never) as BodyInit).arrayBuffer()

async function hashOf(bytes: ArrayBuffer): Promise<string> {
	const hash = await crypto.subtle.digest('SHA-256', bytes)
	return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
