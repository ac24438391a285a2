import { invalid } from '../../http/errors.ts'

// A persona names a model by the selector `<provider name>^<model>` (spec 4.2). It's split at the first `^`, because only the
// model's name can contain one. An exact name beats one that differs in case, the provider's name is compared before the
// model's, and of two equal matches the older one wins.

interface Named {
	provider_name: string
	model: string
}

/** The two sides of a selector, trimmed. Throws 400 when one of them is empty. */
function parseSelector(selector: string): Named {
	const [provider_name = '', ...rest] = selector.split('^')
	const named = { provider_name: provider_name.trim(), model: rest.join('^').trim() }
	if (named.provider_name === '' || named.model === '')
		throw invalid([{ path: 'selector', message: 'Must be <provider name>^<model>' }])
	return named
}

/** The candidate that a selector names, among candidates ordered from oldest to newest. Undefined when it names none. */
export function findBySelector<C extends Named>(candidates: C[], selector: string): C | undefined {
	const wanted = parseSelector(selector)
	const like = candidates.filter(
		(candidate) =>
			candidate.provider_name.toLowerCase() === wanted.provider_name.toLowerCase() &&
			candidate.model.toLowerCase() === wanted.model.toLowerCase(),
	)
	const exactness = (candidate: C) =>
		(candidate.provider_name === wanted.provider_name ? 2 : 0) + (candidate.model === wanted.model ? 1 : 0)
	return like.sort((a, b) => exactness(b) - exactness(a))[0]
}
