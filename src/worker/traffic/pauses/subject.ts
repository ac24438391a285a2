import { caseless } from '../../ground/http/selector.ts'
import type { PAUSE_SCOPES } from './table.ts'

/** A provider's id. It's the one name of a provider whose case counts. */
const PROVIDER_ID = /^llm_[0-9A-HJKMNP-TV-Z]{26}$/

/** A subject in the one spelling that runs are looked up by: models and providers in one case, anything else is as it's given. */
export function subjectOf(scope: (typeof PAUSE_SCOPES)[number], subject: string): string {
	if (scope === 'model') return caseless(subject)
	return scope === 'provider' && !PROVIDER_ID.test(subject) ? caseless(subject) : subject
}

interface Resolved {
	provider_name: string
	provider: string
	provider_id: string
	base_url: string
}

/** What a pause may call the provider of a resolved model: its name, its kind, its host or its id. */
export function providerNames({ provider_name, provider, provider_id, base_url }: Resolved): string[] {
	const { host, hostname } = URL.parse(base_url) ?? { host: '', hostname: '' }
	return [...new Set([provider_name, caseless(provider_name), provider, provider_id, host, hostname])]
}
