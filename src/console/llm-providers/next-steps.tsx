import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schema } from '../api.ts'
import { entitlementName } from '../change/entitlement-name.ts'
import { usePlansWith } from '../plans/sold-with.tsx'
import { punctuation } from '../text/en/language.ts'
import { models } from '../text/en/models.ts'
import { Badge } from '../ui/badge.tsx'
import { Facts, Panel } from '../ui/page.tsx'
import { COMMAND, hasPrice } from './prices.ts'

const t = models.steps

const DONE = (
	<Badge key="done" tone="good">
		{t.done}
	</Badge>
)

/** What a provider of the platform still needs before its models sell. It's gone when everything is done. */
export function NextSteps({ models: own }: { models: Schema<'LlmModel'>[] }) {
	const isPriced = own.length > 0 && own.every((model) => hasPrice(model, 'platform'))
	const entitlements = [...new Set(own.flatMap(({ entitlement }) => entitlement ?? []))]
	const [first = ''] = entitlements
	const isSold = (usePlansWith(first)?.length ?? 0) > 0
	if (isPriced && isSold) return null
	const steps: [string, ReactNode][] = [
		[t.models, own.length > 0 ? DONE : t.models_hint],
		[t.prices, isPriced ? DONE : t.prices_hint(COMMAND)],
		[t.plans, isSold ? DONE : entitlements.length === 0 ? t.plans_open : <Unsold key="plans" entitlement={first} />],
	]
	return (
		<Panel title={t.title}>
			<Facts facts={steps} />
		</Panel>
	)
}

const Unsold = ({ entitlement }: { entitlement: string }) => (
	<span>
		{t.plans_hint} <span title={entitlement}>{entitlementName(entitlement)}</span>
		{punctuation.stop}
		<Link to="/plans">{t.plans_link}</Link>
	</span>
)
