import { entitlementNames, modelsOf } from '../text/en/entitlement-names.ts'
import { titleOf, words } from '../ui/format.ts'

/**
 * What an entitlement is called in a sentence. The keys of a platform's own have no label, so their words say it:
 * `feature.deep_research` is "deep research", and `models.premium`, as models are sold, "premium models".
 */
export function entitlementName(key: string): string {
	const [, group, rest = ''] = /^(features?|models)\.(.+)$/.exec(key) ?? []
	return entitlementNames[key] ?? (group === 'models' ? modelsOf(words(rest)) : words(group ? rest : key))
}

/** The same for the start of a line. */
export const entitlementTitle = (key: string) => titleOf(entitlementName(key))
