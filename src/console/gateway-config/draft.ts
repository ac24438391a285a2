import { Refusal, type Schema } from '../api.ts'
import { gatewayConfig as t } from '../text/en/gateway-config.ts'
import type { Values } from '../ui/form.tsx'

export type Config = Schema<'GatewayConfig'>

export const MODES = ['direct', 'proxy', 'cdn'] as const

/** What the fields of the form hold. */
export interface Draft {
	ip_mode: Config['ip_mode']
	trusted_cidrs: string
	risk_reject_threshold: string
}

export const draftOf = ({ ip_mode, trusted_cidrs, risk_reject_threshold }: Config): Draft => ({
	ip_mode,
	trusted_cidrs: trusted_cidrs.join('\n'),
	risk_reject_threshold: String(risk_reject_threshold),
})

/** What the form holds. */
export const draftIn = (form: Values): Draft => ({
	ip_mode: modeOf(form.text('ip_mode')),
	trusted_cidrs: form.exact('trusted_cidrs'),
	risk_reject_threshold: form.text('risk_reject_threshold'),
})

export const modeOf = (text: string) => MODES.find((mode) => mode === text) ?? 'direct'

export const configOf = ({ ip_mode, trusted_cidrs, risk_reject_threshold }: Draft): Config => ({
	ip_mode,
	trusted_cidrs: linesOf(trusted_cidrs).filter(Boolean),
	// An empty field isn't 0: the API says what it must be.
	risk_reject_threshold: risk_reject_threshold.trim() === '' ? Number.NaN : Number(risk_reject_threshold),
})

const linesOf = (text: string) => text.split('\n').map((line) => line.trim())

/** The score of an anonymous request that does nothing else suspicious. */
const ANONYMOUS = 0.1

/** Effects of a draft that its author may not intend. */
export function warningsOf(draft: Draft): string[] {
	const { ip_mode, trusted_cidrs, risk_reject_threshold: threshold } = configOf(draft)
	return [
		ip_mode !== 'direct' && trusted_cidrs.some((cidr) => cidr.endsWith('/0')) && t.warnings.everybody,
		ip_mode === 'direct' && trusted_cidrs.length > 0 && t.warnings.unused,
		threshold > 0 && threshold <= ANONYMOUS && t.warnings.anonymous,
	].filter((text) => text !== false)
}

/** The API names an invalid network by its index. The form has one field for all of them, so its message names the line. */
export function atFields({ status, code, message, details, fields }: Refusal, { trusted_cidrs }: Draft): Refusal {
	const lines = linesOf(trusted_cidrs).flatMap((line, index) => (line === '' ? [] : [index + 1]))
	const named = Object.entries(fields).map(([path, text]) => {
		const place = /^trusted_cidrs\.(\d+)$/.exec(path)?.[1]
		return place === undefined
			? { path, message: text }
			: { path: 'trusted_cidrs', message: t.line(lines[Number(place)] ?? 0, text) }
	})
	return new Refusal(status, { error: code, message, details: { ...details, fields: named } })
}
