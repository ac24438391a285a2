import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { NOT_REVERTIBLE } from '../../src/changes/reverts/not-revertible.ts'
import { isConfiguration } from '../../src/changes/reverts/reverter.ts'
import { dump } from '../support/dump.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC } from '../support/spec.ts'
import { auditOf } from '../support/spec/changes.ts'
import { quiet, sampleWorld } from '../support/spec/row.ts'
import { admin } from '../support/world.ts'

const PATH = '/v1/admin/audit-logs'

const here = await sampleWorld()

const audited = SPEC.filter(
	({ method, asks, notAudited, noSample, name }) =>
		method !== 'GET' && !asks && !notAudited && !noSample && !name.includes('revert'),
)

const revert = async (id: string) => (await admin()).post(`${PATH}/${id}/revert`, undefined, quiet)

const logged = (id: string) =>
	env.DB.prepare('SELECT action, target_type FROM audit_logs WHERE id = ?')
		.bind(id)
		.first<{ action: string; target_type: string }>()

test.each(audited.map((row) => [row.name, row] as const))(
	'%s can be reverted, redone and reverted again, or says why not',
	async (_, row) => {
		for (const sample of await samplesOf(row, here)) {
			const before = await dump()
			const response = await sample.succeed()
			const after = await dump()
			const id = await auditOf(response)
			const { action = '', target_type = '' } = (await logged(id)) ?? {}
			const why = NOT_REVERTIBLE[action] ?? NOT_REVERTIBLE[target_type]
			expect({ action, declared: why !== undefined || isConfiguration(target_type) }).toEqual({
				action,
				declared: true,
			})
			const first = await revert(id)
			if (why !== undefined) {
				expect(first).toMatchObject({ status: 409, body: { details: { reason: 'audit.not_revertible', action } } })
				continue
			}
			if (first.status === 409) {
				expect(first.body.details.reason).toBe('audit.not_kept')
				expect(after).toEqual(before)
				continue
			}
			expect(first.body).toMatchObject({ action: `${target_type}.revert`, target_type, reverts: id })
			expect(await dump()).toEqual(before)
			const again = await revert(first.body.id)
			expect(again.body).toMatchObject({ reverts: first.body.id })
			expect(await dump()).toEqual(after)
			expect((await revert(id)).status).toBe(200)
			expect(await dump()).toEqual(before)
		}
	},
)
