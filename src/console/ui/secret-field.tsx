import { common } from '../text/en/common.ts'
import { TextField } from './field.tsx'

const t = common.secret

interface SecretFieldProps {
	name: string
	label: string
	/** Whether one is stored. Undefined where none can be yet. */
	isSet?: boolean
	/** What the API shows of the stored one. */
	mask?: string | undefined
	placeholder?: string
}

/** A secret that can be written but not read. If left empty, the stored one stays. */
export const SecretField = ({ name, label, isSet, mask, placeholder = '' }: SecretFieldProps) => (
	<TextField
		name={name}
		label={label}
		type="password"
		autoComplete="new-password"
		placeholder={isSet ? (mask ?? '••••••••') : placeholder}
		hint={isSet === undefined ? t.written : isSet ? t.set(mask) : t.unset}
	/>
)
