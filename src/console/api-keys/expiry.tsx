import { useState } from 'react'
import { apiKeys as t } from '../text/en/keys.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { SelectField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { DAY_MS } from '../ui/format.ts'
import { Ago } from '../ui/time.tsx'

const LIFETIMES = [
	{ value: '30', label: t.create.days(30) },
	{ value: '90', label: t.create.days(90) },
	{ value: '365', label: t.create.year },
	{ value: '', label: t.never },
] as const

/** When a new key ends. */
export const LifetimeField = () => (
	<SelectField name="expires_at" label={terms.expires} options={LIFETIMES} defaultValue="90" />
)

/** The moment that the field means, or null for never. */
export function expiryIn(form: Values): string | null {
	const days = form.number('expires_at')
	return days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null
}

interface ExpiryProps {
	apiKey: { expires_at: string | null; replaced_by: string | null }
}

/** An expired key stays in the list for a while, and so does one that was rotated. */
export function Expiry({ apiKey: { expires_at, replaced_by } }: ExpiryProps) {
	const [now] = useState(() => Date.now())
	if (expires_at === null) return t.never
	return (
		<>
			{Date.parse(expires_at) < now ? (
				<Badge tone="bad">{terms.expired}</Badge>
			) : (
				replaced_by && <Badge>{t.replaced}</Badge>
			)}{' '}
			<Ago time={expires_at} />
		</>
	)
}
