import { useQuery } from '@tanstack/react-query'
import { api, data, Refusal, type Schema } from '../api.ts'
import { useScope } from '../session/scope.ts'
import { common } from '../text/en/common.ts'
import { punctuation } from '../text/en/language.ts'
import { toolProviders } from '../text/en/tool-providers.ts'
import { sentenceOf } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { shortOf } from './layer.ts'
import styles from './effective.module.css'

const t = toolProviders.effective

type Skipped = Schema<'EffectiveToolProvider'>['skipped']

/**
 * The provider that the org's runs get, and the active ones they don't get. From the platform's side, what orgs get that have none of
 * their own. The API tells it to somebody whose org has none either.
 */
export function Effective({ group }: { group: 'web_search' | 'web_fetch' }) {
	const { data: effective, error } = useQuery({
		queryKey: ['tool-providers', 'effective', group],
		queryFn: () => data(api.GET('/v1/tool-providers/{group}/effective', { params: { path: { group } } })),
		retry: false,
	})
	const isOfPlatform = useScope() === 'platform'
	const isNone = error instanceof Refusal && error.reason === 'tool.not_configured'
	const skipped = isNone ? ((error.details.skipped ?? []) as Skipped) : (effective?.skipped ?? [])
	if (isOfPlatform && effective?.scope === 'org') return null
	return (
		<div className={styles.effective} aria-busy={!effective && !error}>
			{effective ? (
				<p>
					{isOfPlatform ? t.others_get : t.gets}{' '}
					<strong title={effective.provider_name}>{shortOf(effective.provider_name)}</strong>{' '}
					{toolProviders.scopes[effective.scope]}
					{t.end}
				</p>
			) : isNone ? (
				<p className={styles.none}>
					<Icon name="alert" /> {isOfPlatform ? t.others_none : t.none}
				</p>
			) : (
				<p>{error instanceof Refusal ? sentenceOf(error) : `${common.loading}…`}</p>
			)}
			{skipped.map(({ scope, provider_name, missing }) => (
				<p key={scope} className={styles.skipped}>
					{t.skipped(
						shortOf(provider_name),
						toolProviders.scopes[scope],
						missing.map((field) => t.lacks[field]).join(punctuation.list),
					)}
				</p>
			))}
		</div>
	)
}
