import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, page, Refusal, type Schema } from '../api.ts'
import { danger, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { Name } from '../names/name.tsx'
import { type Permission, useMay } from '../session/session.ts'
import { serviceAccounts } from '../text/en/service-accounts.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { JsonField, objectsIn } from '../ui/json-field.tsx'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import type { Account } from './needed.ts'

const t = serviceAccounts.encryption

type Key = Schema<'EncryptionKey'>

const PATH = '/v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys'

const COLUMNS: Column<Key>[] = [
	{ title: terms.secret, cell: ({ kid }) => <Id text={kid} /> },
	{ title: t.columns.curve, cell: ({ jwk }) => jwk.crv, from: 'medium' },
	{ title: t.columns.by, cell: ({ created_by }) => <Name id={created_by} />, from: 'medium' },
	{ title: t.columns.added, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

/** What only platform admins may do to an account that serves other orgs. */
const servesOthers = ({ runtime, org_id }: Account) => runtime?.orgs.some((one) => one !== org_id) === true

/** The keys that credentials for a service account are encrypted for. */
export function EncryptionKeys({ account }: { account: Account }) {
	const { org_id, id: account_id } = account
	const needs: readonly Permission[] = [servesOthers(account) ? 'platform_admin' : 'org.settings']
	const mayWrite = useMay(...needs)
	const read = useQuery({
		queryKey: ['service-accounts', org_id, account_id, 'encryption-keys'],
		queryFn: () => page(api.GET(PATH, { params: { path: { org_id, account_id } } })),
	})
	return (
		<ListPanel
			title={t.title}
			hint={t.hint}
			actions={
				<Only needs={needs}>
					<DialogButton icon="plus" renderDialog={(onClose) => <AddKey account={account} onClose={onClose} />}>
						{t.action}
					</DialogButton>
				</Only>
			}
			read={read}
			columns={mayWrite ? [...COLUMNS, removing(account)] : COLUMNS}
			keyOf={({ kid }) => kid}
			expected={1}
			empty={{ icon: 'lock', title: t.empty, hint: t.empty_hint }}
		/>
	)
}

const removing = (account: Account): Column<Key> =>
	actionsColumn(({ kid }) => <RemoveKey account={account} kid={kid} />)

function RemoveKey({ account: { org_id, id, name }, kid }: { account: Account; kid: string }) {
	const ask = useAsk()
	const params = { path: { org_id, account_id: id, kid } }
	const change = useChange({
		send: (_: null, headers) => api.DELETE(`${PATH}/{kid}`, { params, headers }),
		done: t.remove.done(name),
	})
	return (
		<RowActions>
			<Button kind="quiet" aria-label={t.remove.label(kid)} onClick={() => ask({ ...danger(t.remove, name), change })}>
				{t.remove.action}
			</Button>
		</RowActions>
	)
}

function AddKey({ account: { org_id, id, name }, onClose }: { account: Account; onClose: () => void }) {
	const [refused, setRefused] = useState<Refusal>()
	const add = useChange({
		send: (body: Schema<'PutEncryptionKey'>, headers) =>
			api.PUT(PATH, { params: { path: { org_id, account_id: id } }, body, headers }),
		done: t.done(name),
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const given = objectsIn(form, ['jwk'])
		if (given instanceof Refusal) return setRefused(given)
		// It never leaves the browser.
		if (given.jwk && 'd' in given.jwk) return setRefused(privateKey())
		setRefused(undefined)
		void add.run(given.jwk ?? {})
	}
	return (
		<FormDialog
			title={t.add(name)}
			action={t.action}
			change={add}
			refusal={refused ?? add.refusal}
			onSubmit={submit}
			onClose={onClose}
		>
			<JsonField name="jwk" label={t.jwk} hint={t.jwk_hint} rows={8} />
		</FormDialog>
	)
}

const privateKey = () =>
	new Refusal(400, {
		error: 'validation.error',
		message: t.private,
		details: { fields: [{ path: 'jwk', message: t.private }] },
	})
