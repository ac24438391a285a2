import { eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { textOf } from '../../ground/db/canonical.ts'
import { changing } from '../../ground/db/changing.ts'
import { now, orgIdOf, PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { lacking } from '../../ground/http/access.ts'
import { type ApiError, existing, invalid, notFound, taken } from '../../ground/http/errors.ts'
import { storedUrl } from '../../ground/outbound/input.ts'
import { withMaskedUrl } from '../../ground/outbound/masked.ts'
import { secretsOf } from '../../ground/secrets/replaced.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at, deleteSecret, type Place, putSecret, seal, type SealedRow, isOther } from '../../ground/secrets/vault.ts'
import { mayWrite } from '../../ground/write/configured.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { unlessGiven } from '../../ground/write/redirects.ts'
import { write } from '../../ground/write/write.ts'
import type { Principal } from '../../principal.ts'
import { misfitOfEntitlement, requireFitting } from '../layers/entitlement.ts'
import { ensureSettingsFit, settingsRefusal } from '../layers/limits.ts'
import { keptState } from './columns.ts'
import { configuredMcpConfigs } from './configured.ts'
import { NEEDS_COMMAND, type UpdateMcpConfig } from './schema.ts'
import { URL_RULES } from './server.ts'
import { mcpConfigs, mcpSecretPlace, toConfig } from './table.ts'

export type Caller = WorkContext & { var: { principal: Principal; owner: string } }
type Change = z.infer<typeof UpdateMcpConfig>
type Config = ReturnType<typeof toConfig>

export const duplicate = () => taken('An MCP config with this name already exists', 'name')

/** Selects the config with this id at the layer of the call. */
export const configOf = ({ var: { owner } }: Caller, id: string) =>
	allOf(eq(mcpConfigs.id, id), eq(mcpConfigs.org_id, owner))

/** The config as the caller may see it. For those who may not change it, the values in the URL's query are masked. */
export const shownTo = ({ var: { principal, owner } }: Caller, config: Config): Config =>
	mayWrite(principal, configuredMcpConfigs, owner) ? config : withMaskedUrl(config)

/** The audit row of a change to a config. */
export function auditOf(c: Caller, verb: 'create' | 'update' | 'delete', id: string) {
	const where = configOf(c, id)
	const undo = [{ table: mcpConfigs, where }, secretsOf('mcp_configs', id)]
	return {
		action: `mcp_configs.${verb}` as const,
		target: mcpConfigs,
		target_id: id,
		where,
		kept: keptState(where),
		org_id: orgIdOf(c.var.owner),
		isNew: verb === 'create',
		undo,
		kinds: [{ kind: configuredMcpConfigs }],
	}
}

/** Changes a config and returns it. Throws 400 when a stdio config would lose its command, 404, and 409 for a taken name. */
export async function updateMcpConfig(c: Caller, id: string, change: Change): Promise<Config> {
	const { bearer_token, env, url: given, ...fields } = change
	const { db } = c.var
	requireFitting([misfitOfEntitlement(c.var.owner, fields.entitlement)])
	const url = given == null ? given : storedUrl(c.env, 'url', given, URL_RULES)
	const where = configOf(c, id)
	const [tokenAt, envAt] = [mcpSecretPlace(id, 'bearer_token'), mcpSecretPlace(id, 'env')]
	const sealedToken = bearer_token == null ? bearer_token : await seal(c.env, tokenAt, bearer_token)
	const hasVariables = env && Object.keys(env).length > 0
	const sealedEnv = hasVariables ? await seal(c.env, envAt, textOf(env)) : env && null
	const {
		config: [config],
	} = await write(
		c,
		{
			fits: ensureExists(c, mcpConfigs, allOf(where, fitting(change))),
			mayRun: setsCommand(c, change) && ensureExists(c, mcpConfigs, allOf(where, sql`NOT ${isStdio}`)),
			config: db
				.update(mcpConfigs)
				.set(
					changing(
						mcpConfigs,
						{ ...fields, ...urlAfter(url), ...authOf(change) },
						{ updated_at: now() },
						...isMoved(tokenAt, sealedToken),
						...isMoved(envAt, sealedEnv),
					),
				)
				.where(where)
				.returning(),
			token: storing(db, tokenAt, sealedToken),
			env: storing(db, envAt, sealedEnv),
			withinSettings: ensureSettingsFit(c),
		},
		{
			audit: {
				...auditOf(c, 'update', id),
				kinds: [{ kind: unlessGiven(configuredMcpConfigs, bearer_token) }],
				urls: url == null ? [] : [url],
			},
			duplicate,
			otherwise: () => refusal(c, id, change),
		},
	)
	return toConfig(existing(config, 'MCP config'))
}

/** The statement that stores a sealed secret, or deletes it for null; none if it's left out. */
const storing = (db: Database['reader'], place: Place, sealed: SealedRow | null | undefined) =>
	sealed === null ? deleteSecret(db, place) : sealed && putSecret(db, sealed)

const authOf = ({ bearer_token }: Change) => (bearer_token === undefined ? {} : { has_auth: bearer_token !== null })

const { transport } = mcpConfigs
const isStdio = eq(transport, 'stdio')

/** The columns that store a changed URL. The table's CHECK forbids `url` itself for stdio, and requires it for the others. */
const urlAfter = (url: Change['url']) =>
	url === undefined
		? {}
		: { url: sql`iif(${isStdio}, NULL, ${url ?? ''})`, stdio_url: sql`iif(${isStdio}, ${url}, NULL)` }

/** Whether the secret of a place changes; not if it's left out. */
const isMoved = (place: Place, sealed: SealedRow | null | undefined): SQL[] =>
	sealed ? [isOther(sealed)] : sealed === null ? [exists(secrets, at(place))] : []

/** Whether a change fits the transport: stdio needs a command. */
const fitting = ({ command }: Change): SQL => (command?.trim() === '' ? sql`NOT ${isStdio}` : sql`1`)

/** What a stdio config runs. */
const RUNS = ['command', 'args', 'cwd', 'env', 'inherit_parent_env'] as const

/** Whether a change at the platform's layer says what runs on the machines of the agents. */
export const runsElsewhere = (change: Change) => RUNS.some((field) => change[field] !== undefined)

/** Whether it does, and its caller may not say so of a stdio config. */
const setsCommand = ({ var: { owner, principal } }: Caller, change: Change) =>
	owner === PLATFORM && runsElsewhere(change) && !principal.permissions.has('platform_admin')

async function refusal(c: Caller, id: string, change: Change): Promise<ApiError> {
	const [config] = await c.var.db.select({ transport }).from(mcpConfigs).where(configOf(c, id)).limit(1)
	if (!config) return notFound('MCP config')
	if (config.transport !== 'stdio') return settingsRefusal(c)
	if (setsCommand(c, change)) return lacking('platform_admin')
	const isEmpty = change.command?.trim() === ''
	return isEmpty ? invalid([{ path: 'command', message: NEEDS_COMMAND }]) : settingsRefusal(c)
}
