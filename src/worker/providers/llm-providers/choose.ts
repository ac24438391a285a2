import { forbidden } from '../../ground/http/errors.ts'
import { closest, findBySelector, sidesOf } from '../../ground/http/selector.ts'
import { acrossLayers } from '../layers/names.ts'
import type { Scope } from '../layers/scope.ts'
import { matches } from './when.ts'

// Which model a request gets (spec 2.3, 4.2). A selector names the model, and the model's `when` is ignored: the org's own model, else the
// platform's. Without a selector, the first usable model in their order is chosen. The org's own models come before the platform's, and at
// each layer those with a `when` before the others. An own provider hides the platform's provider of the same name.

export interface Candidate {
	id: string
	model: string
	priority: number
	is_default: boolean
	when: Record<string, unknown>
	provider_name: string
	scope: Scope
	entitlement: string | null
}

/** The models of one layer. */
export interface Layer<C> {
	/** In the order in which they're chosen. */
	ranked: readonly C[]
	/** The same from oldest to newest. */
	oldest: C[]
	/** The names of the providers, as names of two layers are compared. */
	names: ReadonlySet<string>
}

type Why = 'when' | 'not_entitled' | 'hidden'

interface Choice<C> {
	chosen: C
	reason: 'selector' | 'when' | 'default' | 'priority'
	/** What ranks before it and couldn't be used. */
	skipped: { candidate: C; reason: Why }[]
}

const isPlain = ({ when }: Pick<Candidate, 'when'>) => Object.keys(when).length === 0

/**
 * A layer of candidates that are ordered from oldest to newest. Those with a `when` come first: the highest priority, then defaults, then
 * the oldest. Of the others, a default comes before everything else.
 */
export function layerOf<C extends Candidate>(oldest: C[], names: string[]): Layer<C> {
	const byPriority = oldest.toSorted((a, b) => b.priority - a.priority || Number(b.is_default) - Number(a.is_default))
	const plain = byPriority.filter(isPlain)
	const ranked = [
		...byPriority.filter((candidate) => !isPlain(candidate)),
		...plain.filter(({ is_default }) => is_default),
		...plain.filter(({ is_default }) => !is_default),
	]
	return { ranked, oldest, names: new Set(names.map(acrossLayers)) }
}

export interface Asked {
	selector: string | undefined
	/** The values that models' `when` is compared with. */
	context: Record<string, unknown>
}

interface Layers<C> {
	own: Layer<C>
	platform: Layer<C>
	isEntitled: (entitlement: string | null) => boolean
}

/** Whether an org gets a model of the platform: why not, if it doesn't. Hiding is judged first. */
export function withheldFrom<C extends Candidate>(
	{ own, isEntitled }: Pick<Layers<C>, 'own' | 'isEntitled'>,
	{ scope, provider_name, entitlement }: C,
): 'hidden' | 'not_entitled' | undefined {
	if (scope === 'org') return undefined
	if (own.names.has(acrossLayers(provider_name))) return 'hidden'
	return isEntitled(entitlement) ? undefined : 'not_entitled'
}

/** Chooses among both layers. Undefined when no model fits. Throws 403 for a selector of a model that the org isn't entitled to. */
export function chooseModel<C extends Candidate>(
	layers: Layers<C>,
	{ selector, context }: Asked,
): Choice<C> | undefined {
	if (selector !== undefined) {
		const chosen = findBySelector(layers.own.oldest, selector) ?? ofPlatform(layers, selector)
		return chosen && { chosen, reason: 'selector', skipped: [] }
	}
	const skipped: Choice<C>['skipped'] = []
	for (const { ranked } of [layers.own, layers.platform])
		for (const candidate of ranked) {
			const isConditional = !isPlain(candidate)
			const unmet = isConditional && !matches(candidate.when, context) ? 'when' : undefined
			const reason = withheldFrom(layers, candidate) ?? unmet
			if (reason === undefined) {
				const plainly = candidate.is_default ? 'default' : 'priority'
				return { chosen: candidate, reason: isConditional ? 'when' : plainly, skipped }
			}
			if (reason !== 'hidden' || !skipped.some((one) => isOneHidden(one, candidate)))
				skipped.push({ candidate, reason })
		}
	return undefined
}

/** A hidden provider is named once. */
const isOneHidden = ({ candidate, reason }: { candidate: Candidate; reason: Why }, other: Candidate) =>
	reason === 'hidden' && candidate.provider_name === other.provider_name

function ofPlatform<C extends Candidate>(layers: Layers<C>, selector: string): C | undefined {
	const wanted = sidesOf(selector)
	if (!wanted) return undefined
	const [provider, model] = [acrossLayers(wanted.provider_name), acrossLayers(wanted.model)]
	const like = layers.platform.oldest.filter(
		(one) => acrossLayers(one.provider_name) === provider && acrossLayers(one.model) === model,
	)
	const named = closest(like, wanted)
	const withheld = named && withheldFrom(layers, named)
	if (withheld === 'not_entitled') throw forbidden('model.not_entitled', { selector, entitlement: named?.entitlement })
	return withheld ? undefined : named
}
