import type { Translate } from '../texts.ts'
import { FIELDS } from './field-errors.ts'
import { codes, reasons } from './why-reasons.ts'

const fieldText = (text: string) => {
	const [pattern, said] = FIELDS.find(([one]) => one.test(text)) ?? []
	return pattern && said ? text.replace(pattern, said) : text
}

/** What an error of the API says in Chinese. An unknown reason keeps the API's own sentence, which says more than its code. */
export const translate: Translate = ({ code, reason, fields, message }) => {
	const known = reason === undefined ? codes[code] : reasons[reason]
	const said = known?.join('')
	return {
		message: said ?? message,
		fields: Object.fromEntries(
			Object.entries(fields).map(([path, text]) => [
				path,
				text === message && said
					? said
					: text
							.split(/\. (?=Must )/)
							.map(fieldText)
							.join('；'),
			]),
		),
	}
}
