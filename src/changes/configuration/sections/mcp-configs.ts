import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../../db/columns.ts'
import { withDefault } from '../../../http/fields.ts'
import { requireCallable } from '../../../outbound/input.ts'
import { CreateMcpConfig, misfits } from '../../../providers/mcp-configs/schema.ts'
import { URL_RULES } from '../../../providers/mcp-configs/server.ts'
import { mcpConfigs, mcpSecretPlace, toConfig, urlsOf } from '../../../providers/mcp-configs/table.ts'
import { secretField } from '../secret.ts'
import { type Change, hasSecret, keepsSecret, type Redirect, type Section } from '../section.ts'
import { byId } from './by-id.ts'

type Config = typeof mcpConfigs.$inferSelect

const { name, bearer_token, env, url, cwd, ...fields } = CreateMcpConfig.shape

const nullable = <S extends z.ZodType>(schema: S) => schema.transform((value) => value ?? null)

const ConfigEntry = z
	.object({
		...fields,
		url: nullable(url),
		cwd: nullable(cwd),
		is_active: withDefault(z.boolean(), true),
		bearer_token: secretField(bearer_token),
		env: secretField(env),
	})
	.superRefine((config, context) => {
		for (const [path, message] of misfits(config)) context.addIssue({ code: 'custom', path: [path], message })
	})

export const mcpConfigsSection: Section = {
	name: 'mcp_configs',
	key: name,
	entry: () => ConfigEntry,
	check: (env, _key, item) => {
		if (typeof item.url === 'string') requireCallable(env, 'url', item.url, URL_RULES)
		return item
	},
	secrets: {
		of: () => ['bearer_token', 'env'],
		required: () => [],
		place: (row, field) => mcpSecretPlace(row.id as string, field as 'bearer_token' | 'env'),
		ofRow: (row) => mcpSecretPlace(row.id as string, 'env'),
	},
	tables: [
		byId(mcpConfigs, mcpConfigs.id, [
			'transport',
			'url',
			'stdio_url',
			'has_auth',
			'command',
			'args',
			'cwd',
			'inherit_parent_env',
			'call_timeout_ms',
			'is_active',
			'updated_at',
		]),
	],
	read: (db, owner) => [db.select().from(mcpConfigs).where(eq(mcpConfigs.org_id, owner))],
	stored: ([rows]) =>
		(rows as Config[]).map((row) => {
			const {
				id: _,
				org_id: __,
				name: key,
				has_auth: ___,
				created_at: ____,
				updated_at: _____,
				...item
			} = toConfig(row)
			return { key, item, row }
		}),
	toRow: ({ owner, key, item: { bearer_token, env: _, url, ...item }, stored, at }) => ({
		id: stored?.row.id ?? newId('mcp'),
		org_id: owner,
		name: key,
		...item,
		...urlsOf({ transport: item.transport as Config['transport'], url: url as string | null }),
		has_auth: hasSecret({ bearer_token }, 'bearer_token'),
		created_at: stored?.row.created_at ?? at,
		updated_at: at,
	}),
	redirects: (_env, changes) => changes.flatMap(redirectsOf),
}

/** A token follows the URL. An environment follows the command, which single calls cannot change. */
function redirectsOf(change: Change): Redirect[] {
	const { key, before, after } = change
	if (before === null || after === null) return []
	const holder = `the MCP config ${key}`
	const [from, to] = [before, after].map(({ transport, url }) => (transport === 'stdio' ? null : url))
	const process = ({ transport, command, args, cwd }: typeof before) =>
		transport === 'stdio' && JSON.stringify([command, args, cwd])
	const moved = keepsSecret(change, 'bearer_token') && typeof to === 'string' && from !== to
	const runs = keepsSecret(change, 'env') && process(after) !== false && process(before) !== process(after)
	return [
		...(moved ? [{ key, holder, host: new URL(to).host }] : []),
		...(runs ? [{ key, holder: `the environment of the MCP config ${key}`, host: 'another command' }] : []),
	]
}
