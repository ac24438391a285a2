import { ulid } from 'ulid'
import type { Risk, UaType } from '../../src/worker/context.ts'
import type { LogEntry } from '../../src/worker/traffic/access-log/entry.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** Texts that try to break out of a literal. None has control characters, which no query accepts. */
export const HOSTILE = [
	`'`,
	`''`,
	`\\`,
	`\\'`,
	`\\\\'`,
	`' OR 1=1 --`,
	`\\' OR 1=1 --`,
	`') OR startsWith(blob4, '`,
	`'; DROP TABLE plinth_access_log; --`,
	`' UNION ALL SELECT * FROM plinth_access_log --`,
	`/* */ -- #`,
	`’ OR ‘1’=‘1`,
	`ʼ＇`,
	`"quoted" \`back\``,
	`%_%`,
	`\\x27 \\n \\0`,
	`{start:DateTime}`,
	`$start`,
	`?`,
	`😀 é 漢`,
]

const UA_TYPES: UaType[] = ['browser', 'bot', 'tool', 'unknown']
const RISKS: Risk[] = ['anonymous', 'empty_user_agent', 'bot', 'hosting_network', 'tor']

/** Random numbers that are the same in each run. */
export function randomOf(seed: number): () => number {
	let state = seed
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return state / 2 ** 32
	}
}

/** Requests of the 100 days before `now`: crowded at the end, thin before, and none where the archive is about to forget. */
export function entriesOf(count: number, now: number, random: () => number): LogEntry[] {
	const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
	const hex = () => Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
	const some = <T>(value: T) => (random() < 0.3 ? null : value)
	const spans = [10 * MINUTE, 14 * MINUTE, DAY, 6 * DAY, 91 * DAY]
	const paths = [
		'/healthz',
		'/v1/me',
		'/v1/orgs',
		'/v1/orgs/org_1',
		'/v1/admin/users',
		...HOSTILE.map((path) => `/v1/${path}`),
	]
	const entries = Array.from({ length: count }, () => {
		const at = random() < 0.02 ? now - 93 * DAY - random() * 7 * DAY : now - random() * pick(spans)
		return {
			id: `log_${ulid(Math.floor(at))}`,
			trace_id: hex(),
			method: pick(['GET', 'GET', 'GET', 'POST', 'DELETE']),
			path: pick(paths),
			client_ip: pick(['203.0.113.7', '2001:db8::1', 'unknown']),
			country: some(pick(['DE', 'IN', 'T1'])),
			city: some(pick(['Zürich', `Coeur d'Alene`, '東京'])),
			user_agent: pick(['', 'curl/8', ...HOSTILE]),
			ua_type: pick(UA_TYPES),
			identity_type: pick(['user', 'api_key', 'anonymous'] as const),
			org_id: some(pick(['org_1', 'org_2'])),
			user_id: some(pick(['usr_1', 'usr_2', 'usr-3'])),
			error: some(pick(['auth.forbidden', 'unavailable'])),
			reason: some(pick(['ip.blocked', 'database.timeout'])),
			decided_by: some(pick(['permission:data.secrets', 'limit:limit.mcp_configs', 'ip_rule:ipr_1'])),
			is_console_read: random() < 0.3,
			risk_reasons: RISKS.filter(() => random() < 0.3),
			timestamp: new Date(at).toISOString(),
			status_code: pick([200, 201, 404, 500]),
			duration_ms: Math.floor(random() * 3_000),
			risk_score: pick([0, 0.1, 0.3, 0.45, 0.6, 1]),
		}
	})
	return entries.sort((a, b) => (a.id < b.id ? -1 : 1))
}
