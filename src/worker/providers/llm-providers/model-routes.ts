import { and, eq, ne, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { newId, now, orgIdOf } from '../../ground/db/columns.ts'
import { allOf, exists, noChange } from '../../ground/db/state.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound, taken } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { Ok } from '../../ground/http/fields.ts'
import { ensure, ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { misfitOfEntitlement, requireFitting } from '../layers/entitlement.ts'
import { creationRefusal, ensureSettingsFit, settingsRefusal } from '../layers/limits.ts'
import { misfitOfName } from '../layers/names.ts'
import { ofLayer, READS, WRITES } from '../layers/scope.ts'
import { type Caller, providerOf } from './change.ts'
import { modelColumns } from './columns.ts'
import { configuredLlmProviders, limitOfModels } from './configured.ts'
import { ChangedLlmModel, CreateLlmModel, LlmModel, UpdateLlmModel } from './schema.ts'
import { llmModels, llmProviders } from './table.ts'
import { renaming, unmatchedIn } from './unmatched.ts'

export const llmModelRoutes = routes()

llmModelRoutes.post(
	'/:provider_id/models',
	ofLayer(WRITES),
	body(CreateLlmModel),
	returns(201, LlmModel, 'Add a model to an LLM provider'),
	refuses('name.taken', 'limit.reached'),
	async (c) => {
		const provider_id = c.req.param('provider_id')
		const response = { id: newId('llmm'), provider_id, ...c.req.valid('json') }
		requireFittingModel(c, response)
		const changes = {
			provider: ensureExists(c, llmProviders, providerOf(c, provider_id)),
			withinLimit: ensure(c, limitOfModels.holds(c.var.owner, sql`1`)),
			formerDefault: response.is_default && clearDefault(c, response),
			created: c.var.db.insert(llmModels).values({ ...response, created_at: now() }),
			withinSettings: ensureSettingsFit(c),
		}
		await write(c, changes, {
			audit: auditOf(c, 'create', response, response.is_default),
			response: { status: 201, body: response },
			duplicate,
			otherwise: () => refusalOf(c, provider_id),
		})
		return c.json(response, 201)
	},
)

llmModelRoutes.get(
	'/:provider_id/models/:model_id',
	ofLayer(READS),
	returns(200, LlmModel, 'Read a model of an LLM provider'),
	async (c) => {
		const { provider_id, model_id } = c.req.param()
		const where = modelOf(c, { id: model_id, provider_id })
		const [model] = await c.var.db.select(modelColumns).from(llmModels).where(where).limit(1)
		return taggedJson(c, existing(model, 'LLM model'))
	},
)

llmModelRoutes.patch(
	'/:provider_id/models/:model_id',
	ofLayer(WRITES),
	body(UpdateLlmModel),
	returns(200, ChangedLlmModel, 'Change a model'),
	refuses('name.taken'),
	async (c) => {
		const { provider_id, model_id } = c.req.param()
		const key = { id: model_id, provider_id }
		const fields = c.req.valid('json')
		requireFittingModel(c, fields)
		const { old_name, ...named } = renaming(
			c,
			'model',
			sql`SELECT model AS name FROM ${llmModels} WHERE ${modelOf(c, key)}`,
		)
		const isRenamed = fields.model !== undefined
		const changes = {
			old_name: isRenamed && old_name,
			formerDefault: fields.is_default && clearDefault(c, key),
			model: c.var.db
				.update(llmModels)
				.set({ ...noChange(llmModels.created_at), ...fields })
				.where(modelOf(c, key))
				.returning(modelColumns),
			found: ensureChanged(c),
			...(isRenamed && named),
			withinSettings: ensureSettingsFit(c),
		}
		const done = await write(c, changes, {
			audit: auditOf(c, 'update', key, fields.is_default),
			duplicate,
			otherwise: () => changeRefusal(c, key),
		})
		const [model] = done.model
		return changedJson(c, model && { ...model, ...unmatchedIn(c, 'model', done) }, model)
	},
)

llmModelRoutes.delete(
	'/:provider_id/models/:model_id',
	ofLayer(WRITES),
	returns(200, Ok, 'Delete a model'),
	async (c) => {
		const { provider_id, model_id } = c.req.param()
		const key = { id: model_id, provider_id }
		const deleted = c.var.db.delete(llmModels).where(modelOf(c, key))
		await write(
			c,
			{ deleted, found: ensureChanged(c) },
			{ audit: auditOf(c, 'delete', key), otherwise: notFound('LLM model') },
		)
		return c.json({ ok: true as const })
	},
)

interface ModelKey {
	id: string
	provider_id: string
}

async function refusalOf(c: Caller, provider_id: string) {
	const [provider] = await c.var.db
		.select({ id: llmProviders.id })
		.from(llmProviders)
		.where(providerOf(c, provider_id))
		.limit(1)
	return provider ? creationRefusal(c, limitOfModels) : notFound('LLM provider')
}

async function changeRefusal(c: Caller, key: ModelKey) {
	const [model] = await c.var.db.select({ id: llmModels.id }).from(llmModels).where(modelOf(c, key)).limit(1)
	return model ? settingsRefusal(c) : notFound('LLM model')
}

const requireFittingModel = ({ var: { owner } }: Caller, { model, entitlement }: z.infer<typeof UpdateLlmModel>) =>
	requireFitting([misfitOfName(owner, 'model', model), misfitOfEntitlement(owner, entitlement)])

const duplicate = () => taken('This provider already has a model of this name', 'model')

/** Selects the model with these ids, if its provider belongs to the layer of the call. */
const modelOf = (c: Caller, { id, provider_id }: ModelKey) =>
	allOf(eq(llmModels.id, id), eq(llmModels.provider_id, provider_id), exists(llmProviders, providerOf(c, provider_id)))

// A provider has at most one default, and the unique index never allows two, so this statement runs before the one that sets
// the new default. If the new default doesn't exist, the whole batch is refused, including this statement.
const clearDefault = ({ var: { db } }: Caller, { id, provider_id }: ModelKey) =>
	db
		.update(llmModels)
		.set({ is_default: false })
		.where(and(eq(llmModels.provider_id, provider_id), eq(llmModels.is_default, true), ne(llmModels.id, id)))

/** The audit row of a change to a model. Making it the default touches the old default too. */
function auditOf(c: Caller, verb: 'create' | 'update' | 'delete', key: ModelKey, isDefault = false) {
	const org_id = orgIdOf(c.var.owner)
	const where = modelOf(c, key)
	const former = allOf(eq(llmModels.provider_id, key.provider_id), eq(llmModels.is_default, true))
	const undo = [{ table: llmModels, where: isDefault ? sql`(${where}) OR (${former})` : where }]
	const kinds = [{ kind: configuredLlmProviders }]
	return { action: `llm_models.${verb}` as const, target: llmModels, target_id: key.id, where, org_id, undo, kinds }
}
