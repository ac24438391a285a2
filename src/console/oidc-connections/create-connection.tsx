import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../change/change.ts'
import { oidcConnections as t } from '../text/en/oidc-connections.ts'
import { terms } from '../text/en/terms.ts'
import { Shown } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { SecretField } from '../ui/secret-field.tsx'
import { callsOf, type Connection, type Owner, useLinkTo } from './calls.ts'
import { RoleFields, rolesIn, SignInFields, signInIn } from './fields.tsx'
import styles from './fields.module.css'

/** What the providers call things, and where their issuers are. */
const KINDS = {
	google: { issuer: 'https://accounts.google.com', claim: '', scopes: 'openid email profile' },
	entra: { issuer: 'https://login.microsoftonline.com/{tenant}/v2.0', claim: 'roles', scopes: 'openid email profile' },
	okta: { issuer: 'https://{domain}.okta.com', claim: 'groups', scopes: 'openid email profile groups' },
	keycloak: {
		issuer: 'https://{host}/realms/{realm}',
		claim: 'groups',
		scopes: 'openid email profile',
	},
	other: { issuer: 'https://', claim: '', scopes: 'openid email profile' },
} as const

type Kind = keyof typeof KINDS

const OPTIONS = (Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: t.kinds[value].name }))

const Steps = ({ steps }: { steps: readonly string[] }) => (
	<ol className={styles.steps}>
		{steps.map((step) => (
			<li key={step}>{step}</li>
		))}
	</ol>
)

/** Connects a provider, step by step. The address to come back to has the new connection's ID, so it's shown at the end. */
export function CreateConnection({ owner, onClose }: { owner: Owner; onClose: () => void }) {
	const [kind, setKind] = useState<Kind>('google')
	const [made, setMade] = useState<Connection>()
	const create = useChange({
		send: callsOf(owner).create,
		done: ({ name }) => terms.created_it(name),
		onDone: (connection: Connection) => setMade(connection),
	})
	if (made) return <Made owner={owner} connection={made} kind={kind} />
	const { issuer, claim, scopes } = KINDS[kind]
	const submit = (form: Values) =>
		void create.run({
			name: form.text('name'),
			issuer: form.text('issuer'),
			client_id: form.text('client_id'),
			client_secret: form.exact('client_secret'),
			...signInIn(form),
			...rolesIn(form),
			is_active: true,
		})
	return (
		<FormDialog title={t.create.title} change={create} onSubmit={submit} onClose={onClose}>
			<SelectField
				name="kind"
				label={t.create.kind}
				options={OPTIONS}
				value={kind}
				onChange={({ target }) => setKind(target.value as Kind)}
			/>
			<Steps steps={t.kinds[kind].steps} />
			<TextField name="name" label={terms.name} hint={t.fields.name_hint} />
			<TextField
				key={`issuer ${kind}`}
				name="issuer"
				label={t.fields.issuer}
				type="url"
				hint={t.kinds[kind].issuer}
				defaultValue={issuer}
			/>
			<TextField name="client_id" label={t.fields.client_id} />
			<SecretField name="client_secret" label={t.fields.client_secret} />
			<SignInFields key={`scopes ${kind}`} scopes={scopes} />
			<p>{t.kinds[kind].claim}</p>
			<RoleFields key={`roles ${kind}`} owner={owner} claim={claim} />
		</FormDialog>
	)
}

/** The address that the provider has to admit. */
function Made({ owner, connection: { id, redirect_uri }, kind }: { owner: Owner; connection: Connection; kind: Kind }) {
	const navigate = useNavigate()
	const linkTo = useLinkTo()
	const open = () => void navigate(linkTo(owner, id))
	return (
		<Dialog title={t.create.redirect} hint={t.kinds[kind].redirect} done={t.create.open} onClose={open}>
			<Shown text={redirect_uri} what={t.redirect_uri} />
			<p>{t.create.next}</p>
		</Dialog>
	)
}
