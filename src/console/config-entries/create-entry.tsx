import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, data, Refusal } from '../api.ts'
import { useChange } from '../change/change.ts'
import { hintOf, KNOWN_KEYS, KnownKeys, useKnownKeys } from '../plans/known-keys.tsx'
import { configEntries as t } from '../text/en/config-entries.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { ValueField } from './value-field.tsx'

/** Creates an entry. The API creates and replaces with the same call, so this looks the key up first. */
export function CreateEntry({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const [key, setKey] = useState('')
	const known = useKnownKeys()
	const [problem, setProblem] = useState<Refusal>()
	const put = useChange({
		send: (input: { key: string; value: string }, headers) =>
			api.PUT('/v1/admin/config-entries/{key}', {
				params: { path: { key: input.key } },
				body: { value: input.value },
				headers,
			}),
		done: (_, input) => t.create.done(input.key),
		canUndo: true,
		onDone: (_, input) => void navigate({ to: '/config-entries/$key', params: { key: input.key } }),
	})
	const submit = async (form: Values) => {
		const input = { key: form.text('key'), value: form.exact('value') }
		const isTaken = input.key !== '' && (await isThere(input.key))
		setProblem(input.key === '' || isTaken ? refusalOf(isTaken ? t.create.taken : t.fields.key_hint) : undefined)
		if (input.key !== '' && !isTaken) void put.run(input)
	}
	return (
		<FormDialog
			title={t.create.title}
			change={put}
			onSubmit={(form) => void submit(form)}
			refusal={problem}
			onClose={onClose}
		>
			<KnownKeys />
			<TextField
				name="key"
				label={t.fields.key}
				hint={hintOf(known.find((one) => one.key === key)) ?? t.fields.key_hint}
				list={KNOWN_KEYS}
				value={key}
				onChange={(event) => setKey(event.target.value)}
			/>
			<ValueField config_key={key} />
		</FormDialog>
	)
}

const refusalOf = (message: string) =>
	new Refusal(400, { error: 'validation.error', message, details: { fields: [{ path: 'key', message }] } })

const isThere = (key: string) =>
	data(api.GET('/v1/admin/config-entries/{key}', { params: { path: { key } } })).then(
		() => true,
		() => false,
	)
