import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreatedKey } from '../api-keys/created-key.tsx'
import { Expiry, expiryIn, LifetimeField } from '../api-keys/expiry.tsx'
import { KeyActions } from '../api-keys/key-actions.tsx'
import { Mode, ModeField, modeIn } from '../api-keys/mode.tsx'
import { api, page, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { useMay } from '../session/session.ts'
import { serviceAccounts } from '../text/en/service-accounts.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { Person } from '../ui/person.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { type Account, useNeededToGive } from './needed.ts'
import styles from './account-keys.module.css'

const t = serviceAccounts.keys

type Key = Schema<'ServiceAccountKey'>

const PATH = '/v1/orgs/{org_id}/service-accounts/{account_id}/keys'

const nameOf = ({ name, key_prefix }: Key) => name || `${terms.secret} ${key_prefix}…`

const nameWith = (narrower: Account['narrower_key_ids']): Column<Key> => ({
	title: terms.name,
	cell: (key) => (
		<>
			<Person name={nameOf(key)} hint={`${key.key_prefix}…`} />
			<span className={styles.marks}>
				{key.maker_left_at !== null && <Badge tone="warn">{t.left}</Badge>}
				{narrower.includes(key.id) && <Badge>{t.narrower}</Badge>}
			</span>
		</>
	),
})

const COLUMNS: Column<Key>[] = [
	{ title: terms.mode_label, cell: ({ mode }) => <Mode mode={mode} />, from: 'medium' },
	{ title: terms.last_used, cell: ({ last_used_at }) => <Ago time={last_used_at} />, from: 'medium' },
	{ title: terms.expires, cell: (key) => <Expiry apiKey={key} />, align: 'end' },
]

/** Ending a key takes `org.settings`; rotating one shows a key, so it takes what the account may do. */
const actionsOf = ({ org_id, id: account_id }: Account, mayMake: boolean): Column<Key> => ({
	title: terms.actions,
	isUntitled: true,
	align: 'end',
	cell: (key) => {
		const params = { path: { org_id, account_id, key_id: key.id } }
		return (
			<KeyActions
				name={nameOf(key)}
				mode={key.mode}
				setMode={(body, headers) => api.PATCH(`${PATH}/{key_id}`, { params, body, headers })}
				mayRotate={mayMake && key.replaced_by === null}
				rotate={(body, headers) => api.POST(`${PATH}/{key_id}/rotate`, { params, body, headers })}
				remove={(headers) => api.DELETE(`${PATH}/{key_id}`, { params, headers })}
			/>
		)
	},
})

/** The keys of a service account. */
export function AccountKeys({ account }: { account: Account }) {
	const { org_id, id: account_id, permissions, narrower_key_ids: narrower } = account
	const needs = useNeededToGive(org_id, permissions)
	const mayMake = useMay(...needs)
	const mayEnd = useMay('org.settings')
	const read = useQuery({
		queryKey: ['service-accounts', org_id, account_id, 'keys'],
		queryFn: () => page(api.GET(PATH, { params: { path: { org_id, account_id }, query: { limit: 200 } } })),
	})
	const hints = [
		t.hint,
		...(read.data?.rows.some(({ maker_left_at }) => maker_left_at !== null) ? [t.left_hint] : []),
		...(narrower.length > 0 ? [t.narrower_hint] : []),
	]
	return (
		<ListPanel
			title={t.title}
			hint={hints.join(' ')}
			actions={
				<Only needs={needs}>
					<DialogButton icon="plus" renderDialog={(onClose) => <CreateKey account={account} onClose={onClose} />}>
						{t.action}
					</DialogButton>
				</Only>
			}
			read={read}
			columns={[nameWith(narrower), ...COLUMNS, ...(mayEnd ? [actionsOf(account, mayMake)] : [])]}
			keyOf={({ id }) => id}
			expected={2}
			empty={{ icon: 'key', title: t.empty, hint: t.empty_hint }}
		/>
	)
}

function CreateKey({ account: { org_id, id, name }, onClose }: { account: Account; onClose: () => void }) {
	const [created, setCreated] = useState<Schema<'CreatedServiceAccountKey'>>()
	const create = useChange({
		send: (body: Schema<'CreateServiceAccountKey'>, headers) =>
			api.POST(PATH, { params: { path: { org_id, account_id: id } }, body, headers }),
		onDone: setCreated,
	})
	const submit = (form: Values) =>
		void create.run({ name: form.text('name'), mode: modeIn(form), expires_at: expiryIn(form) })
	if (created) return <CreatedKey isOfRuntime apiKey={{ ...created, name: created.name || name }} onClose={onClose} />
	return (
		<FormDialog title={t.create(name)} change={create} onSubmit={submit} onClose={onClose}>
			<TextField name="name" label={terms.name} hint={t.name_hint} maxLength={200} />
			<ModeField />
			<LifetimeField />
		</FormDialog>
	)
}
