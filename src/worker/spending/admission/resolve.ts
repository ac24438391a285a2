import type * as z from 'zod'
import { termsReading } from '../../billing/runs/terms.ts'
import type { WorkContext } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { doubted } from '../../ground/db/copies.ts'
import { readTogether } from '../../ground/db/reading.ts'
import { apiErrorIn, errorMessage } from '../../ground/http/errors.ts'
import { isObject } from '../../ground/http/json-input.ts'
import { effectiveEntitlements, grantsOf, primaryGrantsOf } from '../../plans/entitlements/effective.ts'
import { flagsOf, flagValues } from '../../plans/feature-flags/evaluate.ts'
import { modelsOf } from '../../providers/llm-providers/resolve.ts'
import { mcpOf } from '../../providers/mcp-configs/open.ts'
import { isGroup } from '../../providers/tool-providers/catalogue.ts'
import { toolsOf } from '../../providers/tool-providers/resolve.ts'
import { pausesOf } from '../../traffic/pauses/current.ts'
import type { BeginRun } from './schema.ts'

/** An error in the place of what it kept from resolving. */
export interface NotResolved {
	error: string
	message: string
	details: Record<string, unknown>
}

/** The single calls that answer what a beginning asks for. Over RPC they bring credentials. */
export interface Resolvers<Model, Tool, Mcp> {
	model: (org_id: string, selector: string | undefined, context: Record<string, unknown>) => Promise<Model>
	tool: (org_id: string, group: string) => Promise<Tool>
	mcp: (org_id: string) => Promise<Mcp>
}

/**
 * Resolves everything that a beginning asks for, each by the single call for it. What doesn't resolve is answered by its error. At most
 * one D1 call, which also reads the terms: the single calls find what they need cached.
 */
export async function resolveAll<Model, Tool, Mcp>(
	c: WorkContext,
	org_id: string,
	{ selector, context, tools, mcp, flags, entitlements }: z.infer<typeof BeginRun>,
	by: Resolvers<Model, Tool, Mcp>,
	{ isSealed = false } = {},
) {
	await readTogether(c.var.db, [
		termsReading(c.env, org_id),
		...(selector || context || tools || mcp ? [pausesOf(org_id)] : []),
		...(selector || context ? [modelsOf(org_id), modelsOf(PLATFORM)] : []),
		...[...new Set(tools)].filter(isGroup).map((group) => toolsOf(org_id, group)),
		...(mcp ? [mcpOf(org_id), mcpOf(PLATFORM)] : []),
		// A seal says until when it may be used, which is an entitlement.
		...(selector || context || mcp ? [primaryGrantsOf(org_id)] : entitlements || isSealed ? [grantsOf(org_id)] : []),
		...(flags ? [flagsOf(org_id)] : []),
	])
	const [model, ...rest] = await Promise.all([
		selector || context ? orError(by.model(org_id, selector ?? undefined, context ?? {})) : undefined,
		tools ? Promise.all(tools.map((group) => orError(by.tool(org_id, group)))) : undefined,
		mcp ? orError(by.mcp(org_id)) : undefined,
		flags ? orError(flagValues(c.var.db, org_id)).then((values) => eachOf(flags, values, 'Feature flag')) : undefined,
		entitlements
			? orError(entitlementsOf(c, org_id)).then((values) => eachOf(entitlements, values, 'Entitlement'))
			: undefined,
	])
	const answers = { model, tools: rest[0], mcp: rest[1], flags: rest[2], entitlements: rest[3] }
	const saysNo = Object.values<unknown>(answers)
		.flat()
		.some((answer) => isObject(answer) && 'error' in answer)
	if (saysNo && c.var.database.is_doubtful()) throw doubted()
	return answers
}

const entitlementsOf = async (c: WorkContext, org_id: string) =>
	new Map((await effectiveEntitlements(c, org_id))?.map((value) => [value.key, value]))

const eachOf = <T>(
	keys: string[],
	values: { get: (key: string) => T | undefined } | NotResolved | undefined,
	what: string,
): (T | NotResolved)[] =>
	keys.map((key) => {
		if (values && 'error' in values) return values
		return values?.get(key) ?? { error: 'not_found', message: `${what} not found`, details: { key } }
	})

/** What the call answers, or the error that it would have as a response. Anything that isn't one of ours is thrown. */
async function orError<T>(call: Promise<T>): Promise<T | NotResolved> {
	try {
		return await call
	} catch (error) {
		const ours = apiErrorIn(error)
		if (!ours || ours.status >= 500) throw error
		return { error: ours.code, message: await errorMessage(ours), details: ours.details }
	}
}

/** Whether a call resolved. */
export const isResolved = <T extends object>(value: T | NotResolved | undefined): value is T =>
	value !== undefined && !('error' in value)
