import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { useMe } from '../session/session.ts'
import { entitlementKeys as t } from '../text/en/entitlement-keys.ts'

/** The ID of the suggestions. */
export const KNOWN_KEYS = 'known-entitlements'

interface Known {
	key: string
	value_type: Schema<'EntitlementInput'>['value_type']
	description?: string
	zero_means?: string | null
}

/** The keys that the platform itself reads, then those that the org has for its agents. */
export function useKnownKeys(): Known[] {
	const { org_id } = useMe()
	const { data: keys = [] } = useQuery({
		queryKey: ['entitlement-keys'],
		queryFn: () => data(api.GET('/v1/entitlement-keys')),
	})
	const { data: own = [] } = useQuery({
		queryKey: ['entitlements', org_id],
		queryFn: () => data(api.GET('/v1/entitlements', { params: { query: { org_id } } })),
	})
	return [...keys, ...own.filter(({ key }) => !keys.some((one) => one.key === key))]
}

/** What a form says about a key: its meaning, and that of 0. A limit has a box for that. */
export function hintOf(known: Known | undefined, isLimited = false): string | undefined {
	if (!known?.description) return undefined
	return known.zero_means && !isLimited ? `${known.description} ${t.zero(known.zero_means)}` : known.description
}

/** The suggestions for key fields. Render it once in a form. */
export const KnownKeys = () => (
	<datalist id={KNOWN_KEYS}>
		{useKnownKeys().map(({ key, description }) => (
			<option key={key} value={key}>
				{description?.replaceAll('`', '') ?? key}
			</option>
		))}
	</datalist>
)
