import type { Schema } from '../api.ts'
import { punctuation } from '../text/en/language.ts'
import { deliveries as t } from '../text/en/webhook-endpoints.ts'
import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { causeOf } from './delivery-status.tsx'
import styles from './delivery.module.css'

type Attempt = Schema<'Delivery'>['attempts'][number]

/** The result of each attempt, newest first. */
export const Attempts = ({ attempts }: { attempts: Attempt[] }) => (
	<Panel title={t.attempts} noPadding>
		{attempts.length === 0 ? (
			<Notice icon="clock" title={t.no_attempts} hint={t.no_attempts_hint} />
		) : (
			<ol className={styles.attempts} reversed>
				{attempts.toReversed().map((attempt) => (
					<One key={attempt.attempt} attempt={attempt} />
				))}
			</ol>
		)}
	</Panel>
)

function One({ attempt: read }: { attempt: Attempt }) {
	const { attempt, status_code, error, latency_ms, request_headers, response, created_at } = read
	return (
		<li className={styles.attempt}>
			<div className={styles.line}>
				<strong>{t.attempt(attempt)}</strong>
				<Badge tone={error === null ? 'normal' : 'bad'}>{status_code ?? error}</Badge>
				<span className={styles.quiet}>
					{t.ms(latency_ms)}
					{punctuation.comma}
					<Ago time={created_at} />
				</span>
			</div>
			<p>{error === null ? t.ok(status_code ?? '') : causeOf(error)}</p>
			{request_headers && (
				<details>
					<summary>{t.request}</summary>
					<pre className={styles.response}>
						{Object.entries(request_headers)
							.map(([name, value]) => `${name}${punctuation.colon}${value}`)
							.join('\n')}
					</pre>
				</details>
			)}
			{response !== '' && (
				<details open={error !== null}>
					<summary>{t.response}</summary>
					<pre className={styles.response}>{response}</pre>
				</details>
			)}
		</li>
	)
}
