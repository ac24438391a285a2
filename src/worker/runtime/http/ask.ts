import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { type Reading, readTogether } from '../../ground/db/reading.ts'
import { notFound } from '../../ground/http/errors.ts'
import { tellIgnored } from '../../ground/http/ignored.ts'
import { primaryGrantsOf } from '../../plans/entitlements/effective.ts'
import { withoutPlatforms } from '../../providers/layers/withheld.ts'
import { modelsOf } from '../../providers/llm-providers/resolve.ts'
import { mcpOf } from '../../providers/mcp-configs/open.ts'
import { isGroup } from '../../providers/tool-providers/catalogue.ts'
import { toolsOf } from '../../providers/tool-providers/resolve.ts'
import { beginRun, progressRun } from '../../spending/admission/admit.ts'
import { isResolved, resolveAll } from '../../spending/admission/resolve.ts'
import type { BeginRun, ProgressRun } from '../../spending/admission/schema.ts'
import { requireRuntimeOrgs } from '../../tenancy/principals/runtime-orgs.ts'
import { pausesOf } from '../../traffic/pauses/current.ts'
import { requireFits, sealedBy, withoutCredentials } from './answers.ts'
import { asOfNow } from './credential.ts'
import type { McpQuestion, ModelQuestion, ToolQuestion } from './schema.ts'
import { sealerFor } from './seal.ts'

/**
 * Answers a question about an org, with its credentials sealed for the key that it names. `readings` are what the answer is made
 * from: at most one D1 call reads them all.
 */
async function answered<T extends object>(
	c: Context<SignedIn>,
	{ org_id, kid }: Pick<z.infer<typeof ToolQuestion>, 'org_id' | 'kid'>,
	readings: Reading<unknown>[],
	ask: (answers: ReturnType<typeof sealedBy>) => Promise<T>,
): Promise<T> {
	await requireRuntimeOrgs(c, [org_id])
	const [grants] = await readTogether(c.var.db, [primaryGrantsOf(org_id), ...readings])
	if (!grants) throw notFound('Org')
	const sealer = sealerFor(c, org_id, kid)
	const found = await ask(sealedBy(c, sealer))
	requireFits(found)
	sealer.tell()
	return sealer.hasPlatformCredentials ? found : withoutPlatforms(found)
}

export function tool(c: Context<SignedIn>, question: z.infer<typeof ToolQuestion>) {
	const { org_id, group } = question
	const readings = [pausesOf(org_id), ...(isGroup(group) ? [toolsOf(org_id, group)] : [])]
	return answered(c, question, readings, (answers) => answers.tool(org_id, group))
}

export function model(c: Context<SignedIn>, question: z.infer<typeof ModelQuestion>) {
	const { org_id, selector, context } = question
	return answered(c, question, [pausesOf(org_id), modelsOf(org_id), modelsOf(PLATFORM)], (answers) =>
		answers.model(org_id, selector ?? undefined, context ?? {}),
	)
}

export const mcp = (c: Context<SignedIn>, question: z.infer<typeof McpQuestion>) =>
	answered(c, question, [pausesOf(question.org_id), mcpOf(question.org_id), mcpOf(PLATFORM)], (answers) =>
		answers.mcp(question.org_id, question.ids),
	)

type Begin = z.infer<typeof BeginRun>

const asksForCredentials = ({ selector, context, tools, mcp }: Begin) =>
	Boolean(selector || context || mcp) || (tools?.length ?? 0) > 0

/**
 * Begins a run. A service account with `runtime.resolve` gets what it asks for with sealed credentials, and a 409 before anything is
 * held if they can't be sealed. Others get it without.
 */
export const begin = (c: Context<SignedIn>, input: Begin) =>
	asOfNow(c, async (callerWith) => {
		const { principal } = c.var
		const org_id = input.org_id ?? principal.org_id
		await requireRuntimeOrgs(c, [org_id])
		const isSealed = principal.kind === 'service' && principal.permissions.has('runtime.resolve')
		const sealer = isSealed && asksForCredentials(input) ? sealerFor(c, org_id, input.kid) : undefined
		const asked = await (sealer
			? resolveAll(c, org_id, input, sealedBy(c, sealer), { isSealed: true })
			: resolveAll(c, org_id, input, withoutCredentials(c)))
		requireFits(asked)
		const model = isResolved(asked.model) ? asked.model : undefined
		const { isNew, ...begun } = await beginRun(c, input, callerWith(sealer?.kid), model)
		sealer?.tell()
		const given = sealer?.hasPlatformCredentials ? asked : withheldIn(asked)
		return c.json({ ...begun, ...given }, isNew ? 201 : 200)
	})

interface Resolved {
	model?: object | undefined
	tools?: object[] | undefined
	mcp?: object | undefined
}

/** What a beginning resolved, without what the platform's entries keep. */
const withheldIn = <A extends Resolved>(asked: A) => ({
	...asked,
	model: asked.model && withoutPlatforms(asked.model),
	tools: asked.tools?.map((tool) => withoutPlatforms(tool)),
	mcp: asked.mcp && withoutPlatforms(asked.mcp),
})

/** Says what a run has spent, and asks whether it may continue. */
export const progress = (c: Context<SignedIn>, run_id: string, input: z.infer<typeof ProgressRun>) =>
	asOfNow(c, async (callerWith) => {
		await requireRuntimeOrgs(c, [input.org_id ?? c.var.principal.org_id])
		return progressRun(c, run_id, input, callerWith(), (names) => tellIgnored(c, names))
	})
