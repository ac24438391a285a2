import { PLACES } from '../console/places/places.ts'
import { shell as en } from '../console/text/en/shell.ts'
import { shell as zh } from '../console/text/zh/shell.ts'
import type { ConsoleNames } from '../worker/operations/docs/groups.ts'
import type { Said } from '../worker/operations/docs/languages.ts'

const places = Object.values(inBoth(en.places, zh.places))

/** The console's names for the documentation. A chapter is named like the place at its address, or else like its first place. */
export const names: ConsoleNames = {
	groups: inBoth(en.groups, zh.groups),
	chapters: Object.fromEntries(
		[...PLACES.filter(({ to, chapter }) => to === `/${chapter}`), ...PLACES]
			.toReversed()
			.flatMap(({ chapter, label }) => places.filter((name) => name.en === label).map((name) => [chapter, name])),
	),
}

function inBoth<Name extends string>(english: Record<Name, string>, chinese: Record<Name, string>) {
	return Object.fromEntries(
		(Object.keys(english) as Name[]).map((name) => [name, { en: english[name], zh: chinese[name] }]),
	) as Record<Name, Said>
}
