import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Page, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { ListPanel } from '../lists/list.tsx'
import { canUsePasskeys } from '../session/passkey.ts'
import { terms } from '../text/en/terms.ts'
import { waysIn } from '../text/en/ways-in.ts'
import { Button } from '../ui/button.tsx'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { AddPasskey, RenamePasskey } from './passkey-forms.tsx'
import { Way } from './way.tsx'

const t = waysIn.passkeys

type Passkey = Schema<'Passkey'>

const COLUMNS: Column<Passkey>[] = [
	{ title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
	{ title: t.added, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'medium', align: 'end' },
	{ title: terms.last_used, cell: ({ last_used_at }) => <Ago time={last_used_at} />, from: 'medium', align: 'end' },
	actionsColumn((passkey) => <Actions passkey={passkey} />),
]

/** The passkeys as a way in: whether there are any, and one more. */
export function PasskeyWay({ count }: { count: number }) {
	const [isAdding, setIsAdding] = useState(false)
	return (
		<Way name={t.title} state={count > 0 ? t.some : t.none}>
			{canUsePasskeys() ? (
				<Button icon="plus" onClick={() => setIsAdding(true)}>
					{t.add.action}
				</Button>
			) : (
				<span>{t.unsupported}</span>
			)}
			{isAdding && <AddPasskey onClose={() => setIsAdding(false)} />}
		</Way>
	)
}

/** The user's passkeys. */
export const Passkeys = ({ read }: { read: UseQueryResult<Page<Passkey>> }) => (
	<ListPanel
		title={t.title}
		read={read}
		columns={COLUMNS}
		keyOf={({ id }) => id}
		expected={1}
		empty={{ icon: 'key', title: t.none }}
	/>
)

function Actions({ passkey }: { passkey: Passkey }) {
	const { id, name } = passkey
	const ask = useAsk()
	const [isRenaming, setIsRenaming] = useState(false)
	const { label, title, body, action, done } = t.remove
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/me/passkeys/{id}', { params: { path: { id } }, headers }),
		done: done(name),
	})
	return (
		<RowActions>
			<Button kind="quiet" aria-label={t.rename.label(name)} onClick={() => setIsRenaming(true)}>
				{terms.rename}
			</Button>
			<Button
				kind="quiet"
				aria-label={label(name)}
				onClick={() => ask({ title: title(name), body, action, isDanger: true, change: remove, input: null })}
			>
				{action}
			</Button>
			{isRenaming && <RenamePasskey passkey={passkey} onClose={() => setIsRenaming(false)} />}
		</RowActions>
	)
}
