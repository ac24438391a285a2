import type { UseQueryResult } from '@tanstack/react-query'
import { api, type Page, type Schema } from '../api.ts'
import { danger, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { ListPanel } from '../lists/list.tsx'
import { canUsePasskeys } from '../session/passkey.ts'
import { terms } from '../text/en/terms.ts'
import { waysIn } from '../text/en/ways-in.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
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
	return (
		<Way name={t.title} state={count > 0 ? t.some : t.none}>
			{canUsePasskeys() ? (
				<DialogButton icon="plus" renderDialog={(onClose) => <AddPasskey onClose={onClose} />}>
					{t.add.action}
				</DialogButton>
			) : (
				<span>{t.unsupported}</span>
			)}
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
	const { label, action, done } = t.remove
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/me/passkeys/{id}', { params: { path: { id } }, headers }),
		done: done(name),
	})
	return (
		<RowActions>
			<DialogButton
				kind="quiet"
				aria-label={t.rename.label(name)}
				renderDialog={(onClose) => <RenamePasskey passkey={passkey} onClose={onClose} />}
			>
				{terms.rename}
			</DialogButton>
			<Button kind="quiet" aria-label={label(name)} onClick={() => ask({ ...danger(t.remove, name), change: remove })}>
				{action}
			</Button>
		</RowActions>
	)
}
