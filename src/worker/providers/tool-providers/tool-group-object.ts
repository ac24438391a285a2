import { nearDatabase } from '../../ground/db/location.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import type { Group } from './catalogue.ts'

/** A group at one layer. `owner` is an org's id, or `platform`. */
export interface OwnedGroup {
	owner: string
	group: Group
}

/** The object that writes a group's KV key. Its class is in `tool-group.ts`. */
export const toolGroupObject = (env: Env, { owner, group }: OwnedGroup) =>
	env.TOOL_GROUP.getByName(`${owner}:${group}`, nearDatabase(env))

/** Calls the group's object. Never throws: if the object doesn't respond, cron publishes the group later. */
export async function tryToolGroup(env: Env, method: 'announce' | 'publish', owned: OwnedGroup): Promise<void> {
	try {
		await toolGroupObject(env, owned)[method](owned)
	} catch (error) {
		logError({ object: 'ToolGroup', method, ...owned, error: errorName(error) })
	}
}
