import type { Permission } from '../session/session.ts'
import { apiKeys as t } from '../text/en/keys.ts'
import { Badge } from '../ui/badge.tsx'
import styles from './api-keys.module.css'

/** What a key may do, in words. */
export const Scopes = ({ scopes }: { scopes: readonly Permission[] }) =>
	scopes.length === 0 ? (
		t.no_scopes
	) : (
		<span className={styles.scopes}>
			{scopes.map((scope) => (
				<Badge key={scope} tone={scope === 'platform_admin' ? 'warn' : 'neutral'}>
					{t.scopes[scope]}
				</Badge>
			))}
		</span>
	)
