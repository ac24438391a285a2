import { expect, test } from 'vitest'
import { apiErrorIn, chooseModel, layerOf } from '../support/program.ts'
import { choices, runsOf } from '../support/property.ts'

// Resolution equals a plain model of its rule, over random models of both layers.

interface Model {
	id: string
	model: string
	priority: number
	is_default: boolean
	when: Record<string, unknown>
	provider_name: string
	scope: 'org' | 'platform'
	entitlement: string | null
}

const OWN_NAMES = ['acme', 'Acme', 'ACME', 'K', 'Größe', 'other']
const PLATFORM_NAMES = ['Acme', 'K', 'sold']
const MODELS = ['gpt', 'GPT', 'small']
const WHENS = [{}, {}, { a: 1 }, { b: 1 }]

function drawn(seed: number) {
	const below = choices(seed * 7_919 + 17)
	const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
	let count = 0
	const models = (scope: Model['scope'], names: string[]): Model[] =>
		names.flatMap((provider_name) =>
			MODELS.filter(() => below(2) === 0).map((model) => ({
				id: `m-${(count += 1)}`,
				model,
				provider_name,
				scope,
				priority: below(3),
				is_default: below(4) === 0,
				when: pick(WHENS),
				entitlement: scope === 'platform' ? pick([null, null, 'x', 'y']) : null,
			})),
		)
	const [own, platform] = [OWN_NAMES.filter(() => below(4) === 0), PLATFORM_NAMES.filter(() => below(3) > 0)]
	const sides = [pick([...OWN_NAMES, 'SOLD', ' k ', 'aCmE', '\u212A']), pick([...MODELS, 'Gpt', 'none'])]
	return {
		own,
		models: { own: models('org', own), platform: models('platform', platform) },
		held: ['x', 'y'].filter(() => below(2) === 0),
		selector: below(2) === 0 ? sides.join('^') : undefined,
		context: pick([{}, { a: 1 }, { b: 1 }, { a: 1, b: 1 }]) as Record<string, unknown>,
	}
}

type Drawn = ReturnType<typeof drawn>

const ascii = (name: string) =>
	Array.from(name.trim().normalize('NFC'), (one) => (one >= 'A' && one <= 'Z' ? one.toLowerCase() : one)).join('')
const anyCase = (name: string) => name.trim().toLowerCase()
const fits = ({ when }: Model, context: Record<string, unknown>) =>
	Object.entries(when).every(([name, value]) => context[name] === value)

/** The rule as its README says it, without a thought for speed. */
function expected({ own, models, held, selector, context }: Drawn): string {
	const isHidden = ({ provider_name }: Model) => own.some((name) => ascii(name) === ascii(provider_name))
	const isHeld = ({ entitlement }: Model) => entitlement === null || held.includes(entitlement)
	if (selector !== undefined) {
		const [provider = '', model = ''] = selector.split('^')
		const best = (list: Model[], like: (name: string) => string) => {
			const same = list.filter((one) => like(one.provider_name) === like(provider) && like(one.model) === like(model))
			const by = (isProvider: boolean, isModel: boolean) =>
				same.find(
					(one) => (one.provider_name === provider.trim() || !isProvider) && (one.model === model.trim() || !isModel),
				)
			return by(true, true) ?? by(true, false) ?? by(false, true) ?? same[0]
		}
		const mine = best(models.own, anyCase)
		if (mine) return mine.id
		const its = best(models.platform, ascii)
		if (!its || isHidden(its)) return 'none'
		return isHeld(its) ? its.id : 'not_entitled'
	}
	const order = (list: Model[]) => {
		const by = (one: Model) => [-one.priority, one.is_default ? 0 : 1, Number(one.id.slice(2))]
		const plainly = (one: Model) => [one.is_default ? 0 : 1, -one.priority, Number(one.id.slice(2))]
		const sorted = (some: Model[], key: (one: Model) => number[]) =>
			some.toSorted(
				(a, b) =>
					key(a)
						.map((value, at) => value - (key(b)[at] ?? 0))
						.find((value) => value !== 0) ?? 0,
			)
		const isPlain = (one: Model) => Object.keys(one.when).length === 0
		return [
			...sorted(
				list.filter((one) => !isPlain(one)),
				by,
			),
			...sorted(list.filter(isPlain), plainly),
		]
	}
	const usable = [...order(models.own), ...order(models.platform).filter((one) => !isHidden(one) && isHeld(one))].find(
		(one) => fits(one, context),
	)
	return usable?.id ?? 'none'
}

function actual({ own, models, held, selector, context }: Drawn): string {
	const names = [...new Set(models.platform.map(({ provider_name }) => provider_name))]
	const layers = {
		own: layerOf(models.own, own),
		platform: layerOf(models.platform, names),
		isEntitled: (entitlement: string | null) => entitlement === null || held.includes(entitlement),
	}
	try {
		return chooseModel(layers, { selector, context })?.chosen.id ?? 'none'
	} catch (error) {
		return apiErrorIn(error)?.reason === 'model.not_entitled' ? 'not_entitled' : String(error)
	}
}

test('resolution over both layers equals a plain model of the rule', () => {
	const seen = new Set<string>()
	for (let seed = 1; seed <= runsOf(3_000, 100_000); seed += 1) {
		const one = drawn(seed)
		const result = actual(one)
		seen.add(result.startsWith('m-') ? 'a model' : result)
		expect({ seed, one, result }).toEqual({ seed, one, result: expected(one) })
	}
	expect([...seen].sort()).toEqual(['a model', 'none', 'not_entitled'])
})

test('without models of the platform, each selector and context gets what it got before there were any', () => {
	for (let seed = 1; seed <= 500; seed += 1) {
		const { models, ...one } = drawn(seed)
		const own = { ...one, models: { own: models.own, platform: [] } }
		expect({ seed, result: actual(own) }).toEqual({ seed, result: expected(own) })
	}
})
