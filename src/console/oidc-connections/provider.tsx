import type { Refusal, Schema } from '../api.ts'
import { punctuation } from '../text/en/language.ts'
import { oidcConnections as t } from '../text/en/oidc-connections.ts'
import { Badge } from '../ui/badge.tsx'
import { Failure, Warning } from '../ui/failure.tsx'
import { Facts, Panel, Stack } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import type { Connection } from './calls.ts'

interface ProviderProps {
	connection: Connection
	tested: Schema<'TestedOidcConnection'> | undefined
	refusal: Refusal | undefined
}

/** What the provider says about itself now, and what was wrong at the last sign-in that failed. */
export const Provider = ({ connection: { last_failure, last_failed_at }, tested, refusal }: ProviderProps) => (
	<Panel title={t.test.title} hint={t.test.hint}>
		<div aria-live="polite">
			<Stack>
				{refusal ? <Failure refusal={refusal} isInline /> : tested ? <Result tested={tested} /> : <p>{t.test.none}</p>}
				{last_failure && (
					<div>
						<p>
							{t.test.last} <Ago time={last_failed_at} />
						</p>
						<p>{adviceOn(last_failure)}</p>
						<code>{last_failure}</code>
					</div>
				)}
			</Stack>
		</div>
	</Panel>
)

function Result({ tested: { provider, scopes: wanted } }: { tested: Schema<'TestedOidcConnection'> }) {
	const { failure, authorization_endpoint, scopes } = provider
	const unknown = wanted.filter((scope) => scopes?.includes(scope) === false)
	return (
		<div>
			<Badge tone={failure === null ? 'good' : 'bad'}>{failure === null ? t.test.ok : t.test.failed}</Badge>
			<p>{failure === null ? t.test.ok_hint : adviceOn(failure)}</p>
			{failure !== null && <code>{failure}</code>}
			{unknown.length > 0 && <Warning text={t.test.unknown_scopes(unknown.join(punctuation.list))} />}
			{failure === null && (
				<Facts
					facts={[
						[t.test.sends_to, authorization_endpoint ?? '–'],
						[t.test.scopes, scopes?.join(' ') ?? '–'],
					]}
				/>
			)}
		</div>
	)
}

/** What to do about a failure: by its cause if that has a sentence, and otherwise by the step it was in. */
function adviceOn(failure: string): string {
	const [step = '', cause = ''] = failure.split(': ')
	const causes: Record<string, string> = t.test.causes
	const steps: Record<string, string> = t.test.steps
	return causes[cause] ?? steps[step] ?? t.test.otherwise
}
