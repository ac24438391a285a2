import { useState } from 'react'
import { api, type Refusal, type Schema } from '../api.ts'
import { Asked } from '../change/asked.tsx'
import { useChange } from '../change/change.ts'
import { ipRules } from '../text/en/ip-rules.ts'
import { terms } from '../text/en/terms.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { lockedOut, refusalOf } from './lockout.ts'

const t = ipRules.add

type Draft = Schema<'CreateIpRule'>

const TYPES = [
	{ value: 'blocklist', label: t.type_block },
	{ value: 'allowlist', label: t.type_allow },
]

const EMPTY: Draft = { type: 'blocklist', cidr: '', note: '' }

/** Asks for a rule, then shows what it would do. Going back a step keeps the draft. */
export function AddRule({ isFirstAllowed, onClose }: { isFirstAllowed: boolean; onClose: () => void }) {
	const [draft, setDraft] = useState(EMPTY)
	const [refusal, setRefusal] = useState<Refusal>()
	const [isChecking, setIsChecking] = useState(false)
	/** The dry-run result: the draft is valid, and whom it locks out. */
	const [reviewed, setReviewed] = useState<{ own_address: string | undefined }>()
	const [isBack, setIsBack] = useState(false)
	const goBack = () => {
		setReviewed(undefined)
		setIsBack(true)
	}
	const add = useChange({
		send: ({ confirm, ...body }: Draft & { confirm: 'true' | 'false' }, headers) =>
			api.POST('/v1/ip-rules', { params: { query: { confirm } }, body, headers }),
		done: ({ cidr }) => t.done(cidr),
		canUndo: true,
		onDone: onClose,
	})
	const review = async (form: Values) => {
		const type = form.text('type') === 'allowlist' ? 'allowlist' : 'blocklist'
		const next: Draft = { type, cidr: form.text('cidr'), note: form.text('note') }
		setDraft(next)
		setIsChecking(true)
		const refused = await refusalOf(add.simulate({ ...next, confirm: 'false' }))
		const own_address = lockedOut(refused)
		setIsChecking(false)
		setRefusal(own_address ? undefined : refused)
		if (!refused || own_address) setReviewed({ own_address })
	}
	if (reviewed) {
		const { own_address } = reviewed
		const isBlocking = draft.type === 'blocklist'
		const warning = own_address ? ipRules.lockout(own_address) : !isBlocking && isFirstAllowed && t.first_allowed
		return (
			<Asked
				question={{
					title: isBlocking ? t.ask_block(draft.cidr) : t.ask_allow(draft.cidr),
					body: t.body,
					...(warning ? { warning } : {}),
					action: own_address ? ipRules.lockout_anyway : isBlocking ? t.block : t.allow,
					isDanger: own_address !== undefined,
					canGuard: true,
					isGuarded: own_address !== undefined,
					change: add,
					input: { ...draft, confirm: own_address ? 'true' : 'false' },
				}}
				held={{ label: t.title, values: { cidr: draft.cidr, note: draft.note ?? '' } }}
				onClose={goBack}
			/>
		)
	}
	return (
		<FormDialog
			title={t.title}
			onSubmit={(form) => void review(form)}
			refusal={refusal}
			isBusy={isChecking}
			action={terms.preview}
			{...(isBack && { isDraft: () => true })}
			onClose={onClose}
		>
			<SelectField name="type" label={t.type} options={TYPES} defaultValue={draft.type} />
			<TextField name="cidr" label={t.cidr} hint={t.cidr_hint} defaultValue={draft.cidr} />
			<TextField name="note" label={terms.note} hint={t.note_hint} defaultValue={draft.note ?? ''} maxLength={500} />
		</FormDialog>
	)
}
