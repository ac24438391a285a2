import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { entitlementName } from '../change/entitlement-name.ts'
import { Review } from '../change/review.tsx'
import { entitlementOf } from '../plans/entitlement-editor.tsx'
import { type Entitlement, EntitlementFields, NEW } from '../plans/entitlement-fields.tsx'
import { KnownKeys } from '../plans/known-keys.tsx'
import { refusalOfZero } from '../plans/unlimited.tsx'
import { common } from '../text/en/common.ts'
import { entitlements } from '../text/en/entitlements.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'

const t = entitlements.overrides

interface SetOverrideProps {
	org_id: string
	/** Its initial value: the current one, or the override you're changing. */
	entitlement?: Entitlement & { reason?: string; expires_at?: string | null }
	onClose: () => void
}

/** Sets an entitlement for one org, or replaces its override. */
export function SetOverride({ org_id, entitlement, onClose }: SetOverrideProps) {
	const [draft, setDraft] = useState<Entitlement>(entitlement ?? NEW)
	const set = useChange({
		send: (body: Schema<'CreateEntitlementOverride'>, headers) =>
			api.POST('/v1/entitlement-overrides', { body, headers }),
		done: (out) => t.done(entitlementName(out.key)),
		canUndo: true,
		onDone: onClose,
	})
	const inputOf = (form: Values) => ({
		org_id,
		...entitlementOf(form, ''),
		reason: form.text('reason'),
		expires_at: typedMoment(form.text('expires_at')) ?? null,
	})
	const title = entitlement ? entitlements.override(entitlementName(entitlement.key)) : t.add
	return (
		<Review title={title} submit={common.save} change={set} inputOf={inputOf} wrongIn={refusalOfZero} onClose={onClose}>
			<KnownKeys />
			<EntitlementFields entitlement={draft} onChange={setDraft} />
			<TextField name="reason" label={terms.reason} hint={t.fields.reason_hint} defaultValue={entitlement?.reason} />
			<MomentField
				name="expires_at"
				label={terms.expires}
				hint={t.fields.expires_hint}
				defaultValue={entitlement?.expires_at ?? undefined}
			/>
		</Review>
	)
}
