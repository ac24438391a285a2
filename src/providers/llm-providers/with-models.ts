import { asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { jsonObject } from '../../db/state.ts'
import type { LlmModel } from './schema.ts'
import { llmModels, llmProviders } from './table.ts'

// A provider with its nested models (spec 2.2), highest priority first, then oldest: one statement, however many there are.

const { created_at: _, ...columns } = getTableColumns(llmModels)

/** The columns of a model that are answered. */
export const shownModel = columns

const models = sql`(
	SELECT json_group_array(${jsonObject(shownModel)} ORDER BY ${desc(llmModels.priority)}, ${asc(llmModels.id)})
	FROM ${llmModels} WHERE ${eq(llmModels.provider_id, llmProviders.id)}
)`.mapWith((text: string) => JSON.parse(text) as z.infer<typeof LlmModel>[])

/** What a provider is answered with: to be selected from `llmProviders`. */
export const providerWithModels = { ...getTableColumns(llmProviders), models: models.as('models') }

/** The same as JSON text, or NULL: what the audit log keeps of a provider that goes with its models. */
export const stateWithModels = (where: SQL): SQL =>
	sql`(SELECT json_set(${jsonObject(getTableColumns(llmProviders))}, '$.models', json(${models})) FROM ${llmProviders} WHERE ${where})`
