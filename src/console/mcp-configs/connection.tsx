import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import type { Scope } from '../session/scope.ts'
import { mcpConfigs } from '../text/en/mcp-configs.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { Facts, Panel } from '../ui/page.tsx'
import styles from './connection.module.css'

const t = mcpConfigs.test

type Test = Schema<'McpConfigTest'>

/** Whether Plinth can reach the server, as an agent would. The API doesn't store the result, so it's gone with the page. */
export function Connection({ config: { id, transport }, scope }: { config: Schema<'McpConfig'>; scope: Scope }) {
	const [result, setResult] = useState<Test>()
	const test = useChange({
		send: (_: null, headers) =>
			api.POST('/v1/mcp-configs/{config_id}/test', {
				params: { path: { config_id: id }, query: { scope } },
				body: {},
				headers,
			}),
		refreshes: [],
		onDone: setResult,
	})
	if (transport === 'stdio')
		return (
			<Panel title={t.title}>
				<Notice icon="server" title={t.local} hint={t.local_hint} />
			</Panel>
		)
	const run = (
		<Button icon="play" isBusy={test.isRunning} onClick={() => void test.run(null)}>
			{result ? t.again : t.action}
		</Button>
	)
	return (
		<Panel title={t.title} hint={t.hint} actions={run}>
			<div aria-live="polite">
				{test.isRunning ? (
					<p className={styles.quiet}>{t.running}…</p>
				) : test.refusal ? (
					<Failure refusal={test.refusal} isInline />
				) : result ? (
					<Result result={result} />
				) : (
					<p className={styles.quiet}>{t.none}</p>
				)}
			</div>
		</Panel>
	)
}

function Result({ result }: { result: Test }) {
	const { ok, failure, message, server_name, server_version, protocol_version, tool_count, tool_names, latency_ms } =
		result
	const facts: [string, string | null][] = [
		[t.facts.server, server_name],
		[t.facts.version, server_version],
		[t.facts.protocol, protocol_version],
		[terms.duration, t.ms(latency_ms)],
	]
	return (
		<div className={styles.result}>
			<p className={styles.decision}>
				<Badge tone={ok ? 'good' : 'bad'}>{ok ? t.ok : t.failed}</Badge>{' '}
				{tool_count !== null && <span>{t.tools(tool_count)}</span>}
			</p>
			<p>
				{message} {failure && t.advice[failure]}
			</p>
			<Facts facts={facts.filter((fact): fact is [string, string] => fact[1] !== null)} />
			{tool_names !== null && tool_names.length > 0 && <Tools names={tool_names} count={tool_count ?? 0} />}
		</div>
	)
}

/** The API only names the first tools. Two of them can have the same name. */
const Tools = ({ names, count }: { names: string[]; count: number }) => (
	<div>
		<ul className={styles.tools} aria-label={t.tools_label}>
			{names.map((name, index) => (
				<li key={`${index} ${name}`}>
					<code>{name}</code>
				</li>
			))}
		</ul>
		{count > names.length && <p className={styles.quiet}>{t.more_tools(count - names.length)}</p>}
	</div>
)
