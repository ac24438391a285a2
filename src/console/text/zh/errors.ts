import type { Translate, WrongField } from '../texts.ts'
import { FIELDS, FIELDS_WITH_VALUES } from './field-errors.ts'
import { filled, whyOf } from './why-reasons.ts'

/** A field's error by its code. A new code keeps the API's own sentence. */
const fieldText = ({ code = '', values = {}, message }: WrongField) =>
	FIELDS[code] ?? FIELDS_WITH_VALUES[code]?.(values) ?? message

/** What an error of the API says in Chinese. An unknown reason keeps the API's own sentence, which says more than its code. */
export const translate: Translate = async ({ code, reason, details, fields, wrong, message }) => {
	const known = await whyOf(code, reason)
	const said = known && filled(known.join(''), details)
	const fieldOf = (path: string, text: string) => {
		const errors = wrong.filter((one) => one.path === path)
		if (errors.length > 0) return errors.map(fieldText).join('；')
		return text === message && said ? said : text
	}
	return {
		message: said ?? message,
		fields: Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, fieldOf(path, text)])),
	}
}
