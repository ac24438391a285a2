import { useState } from 'react'
import type { Reply, Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { apiKeys } from '../text/en/keys.ts'
import { SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { utcOf } from '../ui/format.ts'
import { CreatedKey } from './created-key.tsx'

const t = apiKeys.rotate

const HOUR_S = 3_600

/** How long the old key keeps working beside the new one. */
const OVERLAPS = [
	{ value: '0', label: t.now },
	{ value: String(HOUR_S), label: t.hour },
	{ value: String(24 * HOUR_S), label: t.day },
	{ value: String(7 * 24 * HOUR_S), label: t.week },
]

interface Rotated {
	key?: string
	replaces: { expires_at: string }
}

export interface RotateKeyProps {
	name: string
	send: (body: Schema<'RotateKey'>, headers: Record<string, string>) => Promise<Reply<Rotated | Schema<'DryRun'>>>
	onClose: () => void
}

/** Replaces a key by a new one, which it shows once. The old one ends by itself. */
export function RotateKey({ name, send, onClose }: RotateKeyProps) {
	const [made, setMade] = useState<Rotated>()
	const rotate = useChange({ send, onDone: setMade })
	if (made)
		return (
			<CreatedKey
				apiKey={{ name, ...(made.key && { key: made.key }) }}
				note={t.until(utcOf(made.replaces.expires_at))}
				onClose={onClose}
			/>
		)
	return (
		<FormDialog
			title={t.title(name)}
			hint={t.hint}
			change={rotate}
			action={t.action}
			onSubmit={(form) => void rotate.run({ overlap_s: form.number('overlap_s') })}
			onClose={onClose}
		>
			<SelectField
				name="overlap_s"
				label={t.overlap}
				hint={t.overlap_hint}
				options={OVERLAPS}
				defaultValue={String(HOUR_S)}
			/>
		</FormDialog>
	)
}
