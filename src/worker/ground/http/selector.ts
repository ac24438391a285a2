import { invalid } from './errors.ts'
import { must } from './must.ts'

// A selector, `<provider name>^<model>` (spec 4.2), names a model. It's split at the first `^`, because only the model's name can
// contain one. Both sides are trimmed and compared in one case. Resolving, charging, pausing, budgets and usage all ask here, so a
// name means the same wherever it's read.

/** A name of a model or a provider, as names are compared. */
export const caseless = (name: string): string => name.trim().toLowerCase()

interface Sides {
	provider_name: string
	model: string
}

/** The two sides of a selector, trimmed. Undefined if one of them is empty. */
export function sidesOf(selector: string): Sides | undefined {
	const [provider_name = '', ...rest] = selector.split('^')
	const sides = { provider_name: provider_name.trim(), model: rest.join('^').trim() }
	return sides.provider_name === '' || sides.model === '' ? undefined : sides
}

/** A selector with both sides trimmed, or a text that is none, trimmed. */
export function trimmedSelector(selector: string): string {
	const [first = '', ...rest] = selector.split('^')
	return rest.length === 0 ? first.trim() : `${first.trim()}^${rest.join('^').trim()}`
}

/** What candidates of one model have in common. */
const selectorKey = ({ provider_name, model }: Sides): string => `${caseless(provider_name)}^${caseless(model)}`

/**
 * Of candidates with the key of `wanted`, ordered from oldest to newest, the one that it names: an exact name beats one that differs
 * in case, the provider's name is compared before the model's, and of two equal matches the older one wins.
 */
export function closest<C extends Sides>(like: readonly C[], { provider_name, model }: Sides): C | undefined {
	const exactness = (candidate: C) =>
		(candidate.provider_name === provider_name.trim() ? 2 : 0) + (candidate.model === model.trim() ? 1 : 0)
	return like.toSorted((a, b) => exactness(b) - exactness(a))[0]
}

/** The candidate that a selector names. Undefined when it names none. Throws 400 when one of its sides is empty. */
export function findBySelector<C extends Sides>(candidates: C[], selector: string): C | undefined {
	const wanted = sidesOf(selector)
	if (!wanted) throw invalid([{ path: 'selector', message: must.selector }])
	const key = selectorKey(wanted)
	return closest(
		candidates.filter((candidate) => selectorKey(candidate) === key),
		wanted,
	)
}
