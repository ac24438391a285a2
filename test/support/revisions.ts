import { Buffer } from 'node:buffer'
import { gunzipSync, gzipSync } from 'node:zlib'
import { env } from 'cloudflare:workers'

/** Changes the document of a stored revision, as if an earlier version had made it. */
export async function rewriteRevision(
	owner: string,
	number: number,
	change: (document: Record<string, unknown>) => Record<string, unknown>,
) {
	const row = await env.DB.prepare('SELECT document FROM configuration_revisions WHERE owner = ? AND number = ?')
		.bind(owner, number)
		.first<{ document: string }>()
	const document = JSON.parse(gunzipSync(Buffer.from(row?.document ?? '', 'base64')).toString()) as Record<
		string,
		unknown
	>
	const kept = gzipSync(JSON.stringify(change(document))).toString('base64')
	await env.DB.prepare('UPDATE configuration_revisions SET document = ? WHERE owner = ? AND number = ?')
		.bind(kept, owner, number)
		.run()
}
