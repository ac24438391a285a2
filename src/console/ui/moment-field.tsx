import type { ChangeEventHandler } from 'react'
import { common } from '../text/en/common.ts'
import { TextField } from './field.tsx'

interface MomentFieldProps {
	name: string
	label: string
	hint?: string
	/** An ISO time. */
	defaultValue?: string | undefined
	onChange?: ChangeEventHandler<HTMLInputElement>
}

/** A date and a time of the reader's own zone. `typedMoment` makes an ISO time of what it holds. */
export const MomentField = ({ defaultValue, hint, ...rest }: MomentFieldProps) => (
	<TextField
		{...rest}
		type="datetime-local"
		hint={hint ?? common.own_zone}
		defaultValue={defaultValue === undefined ? '' : localOf(defaultValue)}
	/>
)

/** The ISO time that a `MomentField` holds; undefined when it is empty. */
export function typedMoment(text: string): string | undefined {
	const time = Date.parse(text)
	return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** What a `datetime-local` takes: the local time to the minute, without a zone. */
function localOf(iso: string): string {
	const time = new Date(iso)
	return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
