import { asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { jsonObject } from '../../ground/db/state.ts'
import type { LlmModel } from './schema.ts'
import { llmModels, llmProviders } from './table.ts'

const { created_at: _, ...rest } = getTableColumns(llmModels)

/** The columns of a model in a response. */
export const modelColumns = rest

// A provider's models (spec 2.2), highest priority first, then oldest. A subquery, so one statement reads any number of
// providers with their models.
const models = sql`(
	SELECT json_group_array(${jsonObject(modelColumns)} ORDER BY ${desc(llmModels.priority)}, ${asc(llmModels.id)})
	FROM ${llmModels} WHERE ${eq(llmModels.provider_id, llmProviders.id)}
)`.mapWith((text: string) => JSON.parse(text) as z.infer<typeof LlmModel>[])

/** The columns of a provider in a response, to select from `llmProviders`. */
export const providerColumns = { ...getTableColumns(llmProviders), models: models.as('models') }

/** A provider with its models as JSON text, or NULL. The audit log keeps it when both are deleted. */
export const stateWithModels = (where: SQL): SQL =>
	sql`(SELECT json_set(${jsonObject(getTableColumns(llmProviders))}, '$.models', json(${models})) FROM ${llmProviders} WHERE ${where})`
