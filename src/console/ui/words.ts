import { language } from '../text/en/language.ts'
import type { Words } from '../text/texts.ts'
import { momentOf, number } from './format.ts'
import { named } from './said.tsx'

const listed = new Intl.ListFormat(language.locale)

const nameOf = (text: unknown) => named(String(text))

/** How a sentence that's made of a code says its values. */
export const words: Words = {
	name: nameOf,
	names: (list) => (Array.isArray(list) ? listed.format(list.map(nameOf)) : ''),
	number: (count) => number(Number(count)),
	time: (iso) => momentOf(String(iso)),
}
