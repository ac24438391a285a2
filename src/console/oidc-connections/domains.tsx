import { oidcConnections } from '../text/en/oidc-connections.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts, Panel } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import type { Connection } from './calls.ts'
import styles from './fields.module.css'

const t = oidcConnections.domains

/** The domains that a connection speaks for, and the records that prove them. */
export const Domains = ({ domains }: Pick<Connection, 'domains'>) => (
	<Panel title={t.title} hint={t.hint}>
		{domains.length === 0 && <p>{t.none}</p>}
		{domains.map(({ domain, record, value, proved_at, checked_at }) => (
			<section key={domain} className={styles.domain} aria-label={domain}>
				<p>
					<strong>{domain}</strong>{' '}
					<Badge tone={proved_at ? 'good' : 'neutral'}>{proved_at ? t.proved : t.unproved}</Badge>
				</p>
				<Facts
					facts={[
						[terms.type, <code key="type">TXT</code>],
						[t.record, <Id key="record" text={record} what={t.record} />],
						[t.value, <Id key="value" text={value} what={t.value} />],
						[t.checked, checked_at ? <Ago key="checked" time={checked_at} /> : t.never],
					]}
				/>
				{!proved_at && <p>{checked_at ? t.not_found : t.missing}</p>}
			</section>
		))}
	</Panel>
)
