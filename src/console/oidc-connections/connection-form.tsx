import { tagged, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { oidcConnections as t } from '../text/en/oidc-connections.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { SecretField } from '../ui/secret-field.tsx'
import { callsOf, type Connection, type Update } from './calls.ts'
import { RoleFields, rolesIn, SignInFields, signInIn } from './fields.tsx'

const LABELS = {
	name: terms.name,
	issuer: t.fields.issuer,
	client_id: t.fields.client_id,
	scopes: t.fields.scopes,
	role_claim: t.fields.role_claim,
	role_map: t.fields.role_map,
	default_role: t.fields.default_role,
	session_max_age: t.fields.session_max_age,
	is_active: t.fields.is_active,
}

/** Changes a connection. A new issuer needs a new secret, because the stored one mustn't go to somebody else. */
export function ConnectionForm({ connection: read, onClose }: { connection: Tagged<Connection>; onClose: () => void }) {
	const edit = useEdit(read, {
		members: ['last_failure', 'last_failed_at'],
		read: () => tagged(callsOf(read.value.org_id).read(read.value.id)),
	})
	const stored = edit.value
	const save = useChange({
		send: (body: Update, headers) => callsOf(stored.org_id).change(stored.id, body, headers),
		edit,
		done: t.saved,
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const { domains, ...signIn } = signInIn(form)
		const client_secret = form.exact('client_secret')
		const before = stored.domains.map(({ domain }) => domain)
		const isSame = domains.toSorted().join(' ') === before.toSorted().join(' ')
		void save.run({
			...changed(stored, {
				name: form.text('name'),
				issuer: form.text('issuer'),
				client_id: form.text('client_id'),
				is_active: form.checked('is_active'),
				...signIn,
				...rolesIn(form),
			}),
			...(!isSame && { domains }),
			...(client_secret && { client_secret }),
		})
	}
	return (
		<EditForm title={terms.settings} edit={edit} labels={LABELS} onSubmit={submit} change={save} onClose={onClose}>
			<TextField name="name" label={terms.name} hint={t.fields.name_hint} defaultValue={stored.name} />
			<TextField
				name="issuer"
				label={t.fields.issuer}
				type="url"
				hint={t.fields.issuer_hint}
				defaultValue={stored.issuer}
			/>
			<TextField name="client_id" label={t.fields.client_id} defaultValue={stored.client_id} />
			<SecretField name="client_secret" label={t.fields.client_secret} isSet />
			<SignInFields stored={stored} scopes="" />
			<RoleFields owner={stored.org_id} stored={stored} />
		</EditForm>
	)
}
