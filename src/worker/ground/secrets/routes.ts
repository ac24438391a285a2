import { count } from 'drizzle-orm'
import * as z from 'zod'
import { requires } from '../http/access.ts'
import { returns, routes } from '../http/contract.ts'
import { taggedJson } from '../http/etag.ts'
import { SecretKey } from './schema.ts'
import { replacedSecrets, secrets } from './table.ts'
import { currentKeyId, knownKeyIds } from './vault.ts'

export const secretKeyRoutes = routes()

secretKeyRoutes.get(
	'/',
	requires('platform.read'),
	returns(200, z.array(SecretKey), 'List the keys that seal secrets, with the number of secrets of each', {
		isTagged: true,
	}),
	async (c) => {
		const counted = (table: typeof secrets | typeof replacedSecrets) =>
			c.var.db
				.select({ key_id: table.key_id, secret_count: count().as('secret_count') })
				.from(table)
				.groupBy(table.key_id)
		const rows = (await c.var.db.batch([counted(secrets), counted(replacedSecrets)])).flat()
		const counts = new Map<string, number>()
		for (const { key_id, secret_count } of rows) counts.set(key_id, (counts.get(key_id) ?? 0) + secret_count)
		const known = knownKeyIds(c.env)
		const ids = [...new Set([...known, ...counts.keys()])]
		return taggedJson(
			c,
			ids.map((key_id) => ({
				key_id,
				is_current: key_id === currentKeyId(c.env),
				is_known: known.includes(key_id),
				secret_count: counts.get(key_id) ?? 0,
			})),
		)
	},
)
