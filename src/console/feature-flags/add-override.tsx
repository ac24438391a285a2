import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { OrgField } from '../names/org-field.tsx'
import { common } from '../text/en/common.ts'
import { featureFlags } from '../text/en/feature-flags.ts'
import { terms } from '../text/en/terms.ts'
import { CheckField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'

const t = featureFlags.overrides

export function AddOverride({ flag_key, onClose }: { flag_key: string; onClose: () => void }) {
	const put = useChange({
		send: (body: Schema<'PutFeatureFlagOverride'>, headers) =>
			api.POST('/v1/feature-flags/{key}/org-overrides', { params: { path: { key: flag_key } }, body, headers }),
		done: t.done,
		canUndo: true,
		onDone: onClose,
	})
	const submit = (form: Values) => void put.run({ org_id: form.text('org_id'), enabled: form.checked('enabled') })
	return (
		<FormDialog title={t.add} change={put} onSubmit={submit} action={common.save} onClose={onClose}>
			<OrgField name="org_id" label={terms.org} hint={terms.search_by_name} />
			<CheckField name="enabled" label={t.value_label} defaultChecked />
		</FormDialog>
	)
}
