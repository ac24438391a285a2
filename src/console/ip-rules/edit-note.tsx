import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schema, type Tagged, tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { ipRules } from '../text/en/ip-rules.ts'
import { terms } from '../text/en/terms.ts'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { TextField } from '../ui/field.tsx'
import { PageSkeleton } from '../ui/page.tsx'

const t = ipRules.note

type Rule = Schema<'IpRule'>

/** Changes a rule's note, but not what the rule does. */
export function EditNote({ rule: { id: rule_id, cidr } }: { rule: Rule }) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<IconButton icon="edit" label={t.label(cidr)} onClick={() => setIsOpen(true)} />
			{isOpen && <NoteDialog rule_id={rule_id} cidr={cidr} onClose={() => setIsOpen(false)} />}
		</>
	)
}

interface NoteDialogProps {
	rule_id: string
	cidr: string
	onClose: () => void
}

/** The list has no tags of its rules, so the dialog reads its own. */
function NoteDialog({ rule_id, cidr, onClose }: NoteDialogProps) {
	const { data, error, refetch } = useQuery({
		queryKey: ['ip-rules', 'one', rule_id],
		queryFn: () => tagged(api.GET('/v1/ip-rules/{rule_id}', { params: { path: { rule_id } } })),
		gcTime: 0,
	})
	return (
		<Dialog title={t.title(cidr)} onClose={onClose}>
			{error ? (
				<Failure refusal={error} onRetry={() => void refetch()} isInline />
			) : data ? (
				<NoteForm rule={data} onClose={onClose} />
			) : (
				<PageSkeleton />
			)}
		</Dialog>
	)
}

function NoteForm({ rule: read, onClose }: { rule: Tagged<Rule>; onClose: () => void }) {
	const edit = useEdit(read)
	const rule = edit.value
	const save = useChange({
		send: (body: Schema<'UpdateIpRule'>, headers) =>
			api.PATCH('/v1/ip-rules/{rule_id}', { params: { path: { rule_id: rule.id } }, body, headers }),
		edit,
		done: t.done,
		canUndo: true,
		onDone: onClose,
	})
	return (
		<EditForm
			title={t.title(rule.cidr)}
			change={save}
			edit={edit}
			onSubmit={(form) => void save.run(changed(rule, { note: form.text('note') }))}
			onClose={onClose}
			labels={{ note: terms.note }}
		>
			<TextField name="note" label={terms.note} hint={ipRules.add.note_hint} defaultValue={rule.note} maxLength={500} />
		</EditForm>
	)
}
