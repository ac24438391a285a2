import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import * as z from 'zod'
import { configEntries } from '../../ground/db/table.ts'
import { type FieldError, invalid } from '../../ground/http/errors.ts'
import { meaningOf, said } from '../../ground/http/field-codes.ts'
import { dottedKey } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { storedBaseUrl } from '../../ground/outbound/input.ts'
import { secretInput } from '../../ground/secrets/input.ts'
import { isMask } from '../../ground/secrets/vault.ts'
import { auditStates } from '../../ground/write/table.ts'
import { statesOf } from '../../ground/write/undo.ts'
import { BILLING_ENTRIES } from '../../plans/entitlement-keys/catalogue.ts'
import { defaultInOneSpelling, misfitOfDefault } from '../../plans/entitlement-keys/fit.ts'
import { DEMANDS, SECOND_FACTOR } from '../../tenancy/users/factors.ts'
import { TOOL_CATALOGUE, type Group, isGroup } from '../tool-providers/catalogue.ts'
import { legacyKeys } from '../tool-providers/group-state.ts'

// What a configuration entry can hold. You can set any dotted key. Legacy tool entries have their own
// rules, and the catalogue of entitlement keys says what a default can be.

/** How the keys of secrets end. */
const ENDINGS = ['_key', 'secret', 'token', 'password']

/** Whether the value is sealed and never returned. */
export const isWriteOnly = (key: string) => ENDINGS.some((ending) => key.endsWith(ending))

const patterns = ENDINGS.map((ending) => sql.raw(`'*${ending}'`))

/** The same in SQL. */
export const isWriteOnlyIn = (key: SQL): SQL =>
	sql`(${sql.join(
		patterns.map((pattern) => sql`${key} GLOB ${pattern}`),
		sql` OR `,
	)})`

/** The tool group that a legacy entry configures. */
export function groupOf(key: string): Group | undefined {
	const group = key.split('.')[0] as string
	return isGroup(group) && Object.values(legacyKeys(group)).includes(key) ? group : undefined
}

const demandIn = (state: SQLWrapper) =>
	sql`CASE ${state} ->> 'value' WHEN 'all' THEN 2 WHEN 'operators' THEN 1 ELSE 0 END`

/** Whether a change of entries makes more people need a second factor. */
export const demandsMore = (audit_id: string | SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM ${auditStates} WHERE ${statesOf(audit_id, configEntries)}
		AND ${auditStates.row_key} ->> 0 = ${SECOND_FACTOR} AND ${demandIn(auditStates.after)} > ${demandIn(auditStates.before)})`

/** The value to store. Throws 400 when the key or the value breaks a rule. */
export function checked(env: Env, key: string, value: string): string {
	parsed(dottedKey(), 'key', key)
	// A key is sent in a header. Other secrets, such as a password, can be any text.
	if (key.endsWith('api_key')) return parsed(secretInput(), 'value', value)
	if (isWriteOnly(key) && isMask(value)) throw invalid([{ path: 'value', message: must.secret_not_mask }])
	const group = groupOf(key)
	if (group && key === `${group}.provider`) {
		const isKnown = TOOL_CATALOGUE.some((entry) => entry.group_name === group && entry.provider_name === value)
		if (!isKnown) throw invalid([{ path: 'value', message: must.provider_of_group }])
	}
	if (key === SECOND_FACTOR) return parsed(z.enum(DEMANDS), 'value', value)
	if (group && key === `${group}.base_url`) return storedBaseUrl(env, 'value', value)
	return defaultInOneSpelling(key, value)
}

/** Names the org whose endpoints get the alerts of the platform. */
export const ALERTS_ORG = 'alerts.org_id'

/** What the value of an entry isn't, for its key. */
export const misfitOfEntry = (key: string, value: string): FieldError | undefined =>
	key === ALERTS_ORG && !/^org_[\dA-HJKMNP-TV-Z]{26}$/.test(value)
		? NO_ORG
		: (misfitOfBilling(key, value) ?? misfitOfDefault(key, value))

const CHOICES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(BILLING_ENTRIES))

/** What an entry that decides about the cost of runs isn't. */
function misfitOfBilling(key: string, value: string): FieldError | undefined {
	const choices = CHOICES.get(key)
	return !choices || choices.includes(value) ? undefined : { path: 'value', ...said('either', { allowed: choices }) }
}

export const NO_ORG: FieldError = { path: 'value', message: must.org_id }

function parsed(schema: z.ZodType<string>, path: 'key' | 'value', value: string): string {
	const { data, error } = schema.safeParse(value)
	if (error) throw invalid(error.issues.slice(0, 1).map((issue) => ({ path, ...meaningOf(issue) })))
	return data
}
