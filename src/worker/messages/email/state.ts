import { eq, sql } from 'drizzle-orm'
import { stateOf } from '../../ground/db/state.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at } from '../../ground/secrets/vault.ts'
import { PASSWORD } from './settings.ts'
import { EMAIL_CONFIG_ID, emailConfig } from './table.ts'

/** Whether the password is stored. */
const hasPassword = sql`EXISTS (SELECT 1 FROM ${secrets} WHERE ${at(PASSWORD)})`

/** The audited state. Callers can read the document even while nothing is stored, so there is always a state. */
export const stateWithoutPassword = sql`json_set(coalesce(${stateOf(emailConfig, eq(emailConfig.id, EMAIL_CONFIG_ID))}, '{}'), '$.smtp_pass_set', json(iif(${hasPassword}, 'true', 'false')))`
