import { Link } from '@tanstack/react-router'
import type { Schema } from '../api.ts'
import { searchOf } from '../session/scope.ts'
import { useIsOperator } from '../session/session.ts'
import { common } from '../text/en/common.ts'
import { punctuation } from '../text/en/language.ts'
import { layers } from '../text/en/layers.ts'
import { llmProviders, playground as t } from '../text/en/llm-providers.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Json } from '../ui/json.tsx'
import { Facts } from '../ui/page.tsx'
import { pricesOf } from './prices.ts'
import styles from './playground.module.css'

/** The model that a run gets, and why. */
export function Resolved({ resolved }: { resolved: Schema<'ResolvedModel'> | undefined }) {
	const isOperator = useIsOperator()
	if (!resolved) return <p aria-busy="true">{common.loading}…</p>
	const { provider_id, provider_name, provider, model, base_url, reason, multiplier, advanced_json, scope } = resolved
	const parameters = advanced_json && Object.keys(advanced_json).length > 0 ? advanced_json : undefined
	const mode = resolved.vendor_a_api_mode && llmProviders.modes[resolved.vendor_a_api_mode]
	return (
		<>
			<div className={styles.chosen} aria-live="polite">
				<p className={styles.model}>
					{model} <Badge tone="accent">{reason}</Badge>
				</p>
				<p className={styles.why}>{t.reasons[reason]}</p>
			</div>
			<Facts
				facts={[
					[
						terms.provider,
						<span key="provider">
							{isOperator || scope === 'org' ? (
								<Link
									className={styles.link}
									to="/llm-providers/$provider_id"
									params={{ provider_id }}
									search={searchOf(scope)}
								>
									{provider_name}
								</Link>
							) : (
								provider_name
							)}{' '}
							{punctuation.open}
							{llmProviders.kinds[provider]}
							{punctuation.comma}
							{layers.of[scope].toLowerCase()}
							{punctuation.close}
						</span>,
					],
					[terms.base_url, base_url ?? '–'],
					[t.facts.mode, mode ?? '–'],
					[t.facts.prices, pricesOf(resolved)],
					[t.facts.multiplier, multiplier ?? '–'],
				]}
			/>
			{parameters && <Json value={parameters} label={t.parameters} />}
		</>
	)
}
