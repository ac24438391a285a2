import { expect, test } from 'vitest'
import { spender } from '../support/admission.ts'
import { counted } from '../support/d1.ts'
import { equipped } from '../support/questions.ts'
import { unique } from '../support/world.ts'

// What a beginning named stays, whatever the reports of the run name afterwards.

/** An org with a model that costs 2.5 times as much, and a run that begins with it. */
async function begun() {
	const { owner, org_id, admin: root, name, model } = await equipped()
	await owner.patch(model.path, { multiplier: 2.5 })
	const { selector } = model
	const run_id = unique('run')
	expect((await root.post('/v1/runtime/runs/begin', { run_id, org_id, selector })).status).toBe(201)
	const cheap = { model: 'cheap', credential_name: 'Other', persona_model: 'Other^cheap' }
	const budget = async () => {
		const fields = { name: unique('Models'), scope: 'model', unit: 'credits', limit: 1_000, window: 'hour' }
		return `/v1/orgs/${org_id}/budgets/${(await owner.post(`/v1/orgs/${org_id}/budgets`, fields)).body.id}/states`
	}
	return {
		owner,
		org_id,
		named: { model: 'm-1', credential_name: name, persona_model: selector },
		/** Reports the run with another model, which costs less. */
		report: (status: string, fields: object = {}) =>
			root.post('/v1/runtime/runs', { run_id, org_id, status, ...cheap, ...fields }),
		read: async () => (await root.get(`/v1/admin/runs/${run_id}`)).body,
		budget,
		states: async (path: string) => (await owner.get(path)).body,
	}
}

test('a report that names another model than the beginning changes neither the run, nor its price, nor what budgets count', async () => {
	const { owner, org_id, named, report, read, budget, states } = await begun()
	const { model, credential_name } = named
	const earlier = await budget()
	await report('running', { total_cost_usd: 0.004 })
	expect(await read()).toMatchObject({ status: 'running', model, credential_name })
	const { body } = await report('completed', { total_cost_usd: 0.01, total_input_tokens: 5 })
	expect(body.runs).toMatchObject([{ credits_used: 25 }])
	expect(await read()).toMatchObject({ status: 'completed', model, credential_name, credits_used: 25 })
	expect((await owner.get(`/v1/orgs/${org_id}/usage/by-model`)).body).toMatchObject([{ model, run_count: 1 }])
	const later = await budget()
	for (const path of [earlier, later]) expect(await states(path)).toMatchObject([{ subject: model, used: 25, held: 0 }])
})

test('a report without a model is charged by the model of the beginning', async () => {
	const { named, report, read } = await begun()
	const none = { model: undefined, credential_name: undefined, persona_model: undefined }
	await report('completed', { ...none, total_cost_usd: 0.01 })
	expect(await read()).toMatchObject({ ...named, credits_used: 25 })
})

test('where the beginning named no model, that of the newest report counts', async () => {
	const { begin, report, run, read } = await spender()
	const run_id = unique('run')
	await begin({ run_id })
	await report(run({ run_id, status: 'running', model: 'first', credential_name: 'one' }))
	await report(run({ run_id, model: 'second', credential_name: 'two' }))
	expect(await read(run_id)).toMatchObject({ model: 'second', credential_name: 'two' })
})

test('what a report costs does not grow with the runs that have begun', async () => {
	const { begin, end } = await spender({ isSubscribed: false })
	const cost = async () => {
		const run_id = unique('run')
		await begin({ run_id })
		return (await counted(() => end(run_id, { total_cost_usd: 0.001 }))).rows_read
	}
	await cost()
	const few = await cost()
	await Promise.all(Array.from({ length: 40 }, () => begin()))
	expect(await cost()).toBe(few)
})
