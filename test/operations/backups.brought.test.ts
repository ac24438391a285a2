import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { emptied } from '../support/database.ts'
import { directoryOfOrg, directoryOfPlatform, servedProvider } from '../support/oidc.ts'
import { backUp, credentialsIn, restore, SCHEMA_VERSION, systemContext } from '../support/program.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, world } from '../support/world.ts'

async function linesOf(db: D1Database) {
	const lines: string[] = []
	for await (const line of credentialsIn(db)) lines.push(line)
	return lines
}

test('a restore names every key and SCIM token that works again, also a revoked one, and no expired one or secret', async () => {
	const { owner, org_id } = await world()
	const root = await admin()
	const provider = await servedProvider()
	const expires_at = new Date(Date.now() + 60_000).toISOString()
	const made = await Promise.all(
		[{ name: 'ci' }, { name: 'brief', expires_at }, { name: 'gone', expires_at }].map((key) =>
			owner.post('/v1/api-keys', key),
		),
	)
	const [ci, brief, gone] = made.map(({ body }) => body)
	await env.DB.prepare("UPDATE api_keys SET expires_at = '2026-01-01T00:00:00.000Z' WHERE id = ?").bind(gone.id).run()
	const account = await serviceOf(owner, org_id)
	const ofOrg = await directoryOfOrg(provider)
	const ofPlatform = await directoryOfPlatform(provider)
	const { id } = (await root.post('/v1/admin/backups')).body
	await backUp(systemContext(env))
	expect((await root.get(`/v1/admin/backups/${id}`)).body).toMatchObject({ status: 'completed' })
	expect((await owner.delete(`/v1/api-keys/${ci.id}`)).status).toBe(204)
	const empty = await emptied(env.EMPTY_DB)
	await restore(empty, env.ARCHIVE, id, SCHEMA_VERSION)
	const lines = await linesOf(empty)
	const mine = ({ id: key, name, key_prefix, created_at }: typeof ci) =>
		`API key ${key} "${name}" (${key_prefix}…) of ${owner.user_id}, in ${org_id}, made at ${created_at}`
	expect(lines).toContain(mine(ci))
	expect(lines).toContain(mine(brief))
	expect(lines.join('\n')).not.toContain(gone.id)
	expect(lines).toContainEqual(
		expect.stringMatching(
			`^Key of a service account ${account.key_id} "First" \\(.{7}…\\) of ${account.id}, in ${org_id}, made at `,
		),
	)
	expect(lines.filter((line) => line.startsWith('SCIM token'))).toEqual(
		expect.arrayContaining([
			expect.stringContaining(`of ${ofOrg.owner.user_id}, in ${ofOrg.owner.org_id}, made at `),
			expect.stringMatching(`^SCIM token ${ofPlatform.connection.id} .*, for the platform, made at `),
		]),
	)
	for (const key of [ci.key, brief.key]) expect(lines.join('\n')).not.toContain(key)
})

test('it names more than a page of them, each once', async () => {
	const { owner, org_id } = await world()
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
			INSERT INTO api_keys (id, org_id, user_id, name, key_hash, key_prefix, scopes, created_at)
			SELECT printf('key_many%06d', i), ?, ?, 'many', printf('hash%d', i), 'plk_abc', '[]', '' FROM n`,
	)
		.bind(org_id, owner.user_id)
		.run()
	const lines = (await linesOf(env.DB)).filter((line) => line.includes('key_many'))
	expect(new Set(lines).size).toBe(2_100)
	expect(lines).toHaveLength(2_100)
})
