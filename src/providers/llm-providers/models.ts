import { and, eq, ne, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { commit } from '../../write/commit.ts'
import { write } from '../../write/write.ts'
import { newId, now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import type { App } from '../../context.ts'
import { body, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { Ok } from '../../http/fields.ts'
import { CreateLlmModel, LlmModel, UpdateLlmModel } from './schema.ts'
import { llmModels, llmProviders } from './table.ts'
import { shownModel } from './with-models.ts'
import { requires } from '../../http/access.ts'
import { ensure, ensureChanged } from '../../write/guards.ts'

export const llmModelRoutes = new Hono<App>()

llmModelRoutes.post(
	'/:provider_id/models',
	requires('data.secrets'),
	body(CreateLlmModel),
	returns(201, LlmModel, 'Add a model to an LLM provider'),
	async (c) => {
		const provider_id = c.req.param('provider_id')
		const answer = { id: newId('llmm'), provider_id, ...c.req.valid('json') }
		const providerExists = ensure(c, isMine(c, provider_id))
		const insert = c.var.db.insert(llmModels).values({ ...answer, created_at: now() })
		await commit(c, [providerExists, ...stepDown(c, answer), insert], {
			audit: auditOf(c, 'create', answer),
			answer: { status: 201, body: answer },
			duplicate: DUPLICATE,
			otherwise: notFound('LLM provider'),
		})
		return c.json(answer, 201)
	},
)

llmModelRoutes.patch(
	'/:provider_id/models/:model_id',
	requires('data.secrets'),
	body(UpdateLlmModel),
	returns(200, LlmModel, 'Change a model'),
	async (c) => {
		const { provider_id, model_id: id } = c.req.param()
		const fields = c.req.valid('json')
		const update = c.var.db
			.update(llmModels)
			.set({ id, ...fields })
			.where(isOne(c, { id, provider_id }))
			.returning(shownModel)
		const others = stepDown(c, { ...fields, id, provider_id })
		const { changed } = await write(
			c,
			{ others, changed: update, found: ensureChanged(c) },
			{
				audit: auditOf(c, 'update', { id, provider_id }),
				duplicate: DUPLICATE,
				otherwise: notFound('LLM model'),
			},
		)
		return c.json(changed[0])
	},
)

llmModelRoutes.delete(
	'/:provider_id/models/:model_id',
	requires('data.secrets'),
	returns(200, Ok, 'Delete a model'),
	async (c) => {
		const { provider_id, model_id: id } = c.req.param()
		const remove = c.var.db.delete(llmModels).where(isOne(c, { id, provider_id }))
		await commit(c, [remove, ensureChanged(c)], {
			audit: auditOf(c, 'delete', { id, provider_id }),
			otherwise: notFound('LLM model'),
		})
		return c.json({ ok: true as const })
	},
)

type Caller = Context<App & { Variables: { principal: { org_id: string } } }>

interface ModelKey {
	id: string
	provider_id: string
}

const DUPLICATE = 'This provider already has a model of this name'

const isMine = (c: Caller, provider_id: string) =>
	sql`EXISTS (SELECT 1 FROM ${llmProviders} WHERE ${eq(llmProviders.id, provider_id)} AND ${eq(llmProviders.org_id, c.var.principal.org_id)})`

const isOne = (c: Caller, { id, provider_id }: ModelKey) =>
	allOf(eq(llmModels.id, id), eq(llmModels.provider_id, provider_id), isMine(c, provider_id))

// One default under a provider: whichever was it steps down in the batch that makes another one it. If that one turns out
// not to be there, the batch is refused and this with it.
const stepDown = (c: Caller, { is_default, id, provider_id }: ModelKey & { is_default?: boolean | undefined }) =>
	is_default
		? [
				c.var.db
					.update(llmModels)
					.set({ is_default: false })
					.where(and(eq(llmModels.provider_id, provider_id), eq(llmModels.is_default, true), ne(llmModels.id, id))),
			]
		: []

const auditOf = (c: Caller, verb: string, { id, provider_id }: ModelKey) => ({
	action: `llm_models.${verb}`,
	target: llmModels,
	target_id: id,
	where: isOne(c, { id, provider_id }),
	org_id: c.var.principal.org_id,
})
