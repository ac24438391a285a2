import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, data, Refusal } from '../api.ts'
import { useChange } from '../change/change.ts'
import { Review } from '../change/review.tsx'
import { hintOf, KNOWN_KEYS, KnownKeys, useKnownKeys } from '../plans/known-keys.tsx'
import { refusalOfZero } from '../plans/unlimited.tsx'
import { common } from '../text/en/common.ts'
import { configEntries as t } from '../text/en/config-entries.ts'
import { TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { ValueField } from './value-field.tsx'

/** Creates an entry. The API creates and replaces with the same call, so this looks the key up first. */
export function CreateEntry({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const [key, setKey] = useState('')
	const known = useKnownKeys()
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
	return (
		<Review
			title={t.create.title}
			submit={common.create}
			change={put}
			inputOf={(form) => ({ key: form.text('key'), value: form.exact('value') })}
			wrongIn={wrongIn}
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
		</Review>
	)
}

const refusalOf = (message: string) =>
	new Refusal(400, { error: 'validation.error', message, details: { fields: [{ path: 'key', message }] } })

const isThere = (key: string) =>
	data(api.GET('/v1/admin/config-entries/{key}', { params: { path: { key } } })).then(
		() => true,
		() => false,
	)

const wrongIn = async (form: Values) => {
	const typed = form.text('key')
	if (typed === '') return refusalOf(t.fields.key_hint)
	return (await isThere(typed)) ? refusalOf(t.create.taken) : refusalOfZero(form)
}
