import { api, Refusal, type Schema } from '../api.ts'
import { language } from '../text/en/language.ts'
import { words } from '../ui/words.ts'

interface Readiness {
	ready: Schema<'Ready'> | undefined
	/** Why Plinth isn't ready. */
	reason: string | undefined
}

/** A 503 has a body that says why. So here it's a normal response, not a refusal. */
async function readiness(): Promise<Readiness> {
	const reply = await api.GET('/readyz', { params: { query: { verbose: '' } } }).catch(() => {
		throw new Refusal(0, undefined)
	})
	const { data: ready, error, response } = reply
	const reason = error && 'reason' in error ? error.reason : undefined
	if (!ready && !reason) throw new Refusal(response.status, error, response.headers)
	const alerts = ready?.alerts
	const say = alerts?.length ? await language.alerts?.().catch(() => undefined) : undefined
	if (!ready || !alerts || !say) return { ready, reason }
	const said = (one: (typeof alerts)[number]) => ({ ...one, message: say(one.name, one.values, words) ?? one.message })
	return { ready: { ...ready, alerts: alerts.map(said) }, reason }
}

/** Whether the platform is ready, and what its jobs and alerts say. */
export const healthQuery = { queryKey: ['health'], queryFn: readiness, retry: false }
