import type { Expected, Opener } from './sealed.ts'

/** A question whose answer has credentials. */
export type SealedKind = 'model' | 'tool' | 'mcp'

type Row = Record<string, unknown>

interface Asked {
	opener: Opener | undefined
	kind: SealedKind
	org_id: string
	/** When the answer came from the network; undefined for one of memory or the store. */
	answered_at: number | undefined
}

/**
 * An answer with its credentials opened, and until when they may be used, in milliseconds of Plinth's clock; undefined if it has
 * none. Throws `Untrusted`.
 */
export async function opened(answer: Row, asked: Asked): Promise<{ value: Row; use_until: number | undefined }> {
	const untils: number[] = []
	const open = async (row: Row, column: string, place: Expected['place'], target: unknown): Promise<Row> => {
		const sealed = (row[column] as { $sealed?: string | null } | null | undefined)?.$sealed
		// A dry run has `{ "$sealed": null }`, an empty environment `{}`, and a binding the value itself.
		if (typeof sealed !== 'string' || !asked.opener) return row
		const { org_id: org, answered_at } = asked
		const found = await asked.opener.open(sealed, { org, place, target: (target as string) ?? null, answered_at })
		untils.push(found.use_until)
		return { ...row, [column]: found.value }
	}
	const value = await IN[asked.kind](answer, asked.org_id, open)
	return { value, use_until: untils.length > 0 ? Math.min(...untils) : undefined }
}

type Open = (row: Row, column: string, place: Expected['place'], target: unknown) => Promise<Row>

const IN: Record<SealedKind, (answer: Row, org_id: string, open: Open) => Promise<Row>> = {
	model: (answer, _, open) =>
		open(
			answer,
			'api_key',
			{ table: 'llm_providers', row: String(answer.provider_id), column: 'api_key' },
			answer.base_url,
		),
	tool: (answer, org_id, open) => open(answer, 'api_key', placeOfTool(answer, org_id), answer.base_url),
	mcp: async (answer, _, open) => {
		const servers = ((answer.servers ?? []) as Row[]).map(async (server) => {
			const target = server.transport === 'stdio' ? server.command : server.url
			const place = (column: string) => ({ table: 'mcp_configs', row: String(server.id), column })
			const withToken = await open(server, 'bearer_token', place('bearer_token'), target)
			return open(withToken, 'env', place('env'), target)
		})
		return { ...answer, servers: await Promise.all(servers) }
	},
}

function placeOfTool({ scope, provider_name }: Row, org_id: string): Expected['place'] {
	if (scope === 'legacy') return { table: 'config_entries', row: null, column: 'value' }
	const owner = scope === 'org' ? org_id : 'platform'
	return { table: 'tool_providers', row: `${owner} ${String(provider_name)}`, column: 'api_key' }
}
