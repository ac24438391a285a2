import { useQuery } from '@tanstack/react-query'
import { api, data } from '../api.ts'
import { useScope, type Scope } from '../session/scope.ts'

/** A model that a run could get. */
export interface Ranked {
	name: string
	scope: Scope
	priority: number
	when: object
}

const MOST = 200

const isPlain = ({ when }: { when: object }) => Number(Object.keys(when).length === 0)

async function ofPlatform(): Promise<Ranked[]> {
	const query = { scope: 'platform', limit: MOST } as const
	const providers = await data(api.GET('/v1/llm-providers', { params: { query } }))
	return providers
		.flatMap(({ name, models }) =>
			models.map((model) => ({ ...model, name: `${name}^${model.model}`, scope: query.scope })),
		)
		.toSorted(
			(a, b) =>
				isPlain(a) - isPlain(b) ||
				b.priority - a.priority ||
				Number(b.is_default) - Number(a.is_default) ||
				(a.id < b.id ? -1 : 1),
		)
}

async function ofOrg(): Promise<Ranked[]> {
	const models = await data(api.GET('/v1/llm-providers/effective', { params: { query: { limit: MOST } } }))
	return models.map(({ selector, ...model }) => ({ ...model, name: selector }))
}

/** The models that the chosen layer could give a run, in the order in which they're tried. An org's layer has the platform's too. */
export function useRanked() {
	const scope = useScope()
	return useQuery({
		queryKey: ['llm-providers', 'ranked', scope],
		queryFn: scope === 'platform' ? ofPlatform : ofOrg,
	})
}
