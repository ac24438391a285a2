import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ScopeFields, scopesIn } from '../api-keys/scope-fields.tsx'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useName } from '../names/name.tsx'
import { serviceAccounts } from '../text/en/service-accounts.ts'
import { terms } from '../text/en/terms.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { useGivable } from './needed.ts'

const t = serviceAccounts.create

/** What an agent runtime needs: to report runs, and to resolve what they use. */
const OF_RUNTIME = ['runtime.report', 'runtime.resolve'] as const

/** The least powerful that fits comes first, and is chosen. */
const KINDS = ['runtime', 'member', 'admin', 'scopes'] as const

type Kind = (typeof KINDS)[number]

/** Creates a service account, with a role or with scopes. */
export function CreateAccount({ org_id, onClose }: { org_id: string; onClose: () => void }) {
	const navigate = useNavigate()
	const givable = useGivable()
	const kinds = KINDS.filter((one) => one !== 'runtime' || OF_RUNTIME.every((scope) => givable.includes(scope)))
	const [kind, setKind] = useState<Kind>(kinds[0] ?? 'member')
	const org = useName(org_id) ?? org_id
	const create = useChange({
		send: (body: Schema<'CreateServiceAccount'>, headers) =>
			api.POST('/v1/orgs/{org_id}/service-accounts', { params: { path: { org_id } }, body, headers }),
		done: ({ name }) => t.done(name),
		onDone: ({ id }) =>
			void navigate({ to: '/service-accounts/$account_id', params: { account_id: id }, search: { org_id } }),
	})
	const submit = (form: Values) => {
		const name = form.text('name')
		if (kind === 'runtime') void create.run({ name, scopes: [...OF_RUNTIME] })
		else void create.run(kind === 'scopes' ? { name, scopes: scopesIn(form, givable) } : { name, role: kind })
	}
	return (
		<FormDialog title={t.title(org)} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="name" label={terms.name} hint={t.name_hint} maxLength={200} />
			<SelectField
				name="kind"
				label={t.kind}
				options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
				value={kind}
				onChange={(event) => setKind(event.target.value as Kind)}
			/>
			{kind === 'scopes' && <ScopeFields scopes={givable} />}
		</FormDialog>
	)
}
