import { gatewayConfig as t } from '../text/en/gateway-config.ts'
import { useDraft } from '../ui/draft.ts'
import { Warning } from '../ui/failure.tsx'
import { LongTextField, SelectField, TextField } from '../ui/field.tsx'
import { type Config, draftOf, modeOf, MODES, warningsOf } from './draft.ts'

/** The document's fields, with warnings about values you may not intend. */
export function ConfigFields({ config }: { config: Config }) {
	const stored = draftOf(config)
	const [ip_mode, setMode] = useDraft(stored.ip_mode)
	const [trusted_cidrs, setCidrs] = useDraft(stored.trusted_cidrs)
	const [risk_reject_threshold, setThreshold] = useDraft(stored.risk_reject_threshold)
	return (
		<>
			<SelectField
				name="ip_mode"
				label={t.fields.ip_mode}
				hint={t.mode_hints[ip_mode]}
				options={MODES.map((value) => ({ value, label: t.modes[value] }))}
				value={ip_mode}
				onChange={({ target }) => setMode(modeOf(target.value))}
			/>
			<LongTextField
				name="trusted_cidrs"
				label={t.fields.trusted_cidrs}
				hint={t.cidrs_hint}
				rows={6}
				spellCheck={false}
				value={trusted_cidrs}
				onChange={({ target }) => setCidrs(target.value)}
			/>
			<TextField
				name="risk_reject_threshold"
				label={t.fields.risk_reject_threshold}
				hint={t.threshold_hint}
				inputMode="decimal"
				value={risk_reject_threshold}
				onChange={({ target }) => setThreshold(target.value)}
			/>
			{warningsOf({ ip_mode, trusted_cidrs, risk_reject_threshold }).map((text) => (
				<Warning key={text} text={text} />
			))}
		</>
	)
}
