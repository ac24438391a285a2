import type { LinkProps } from '@tanstack/react-router'
import type { components } from '#client-types'
import type { Permission } from '../text/en/roles.ts'
import { shell } from '../text/en/shell.ts'
import type * as ICONS from '../ui/icons.ts'

type Found = components['schemas']['Found']

/** A thing that a search of the API found. Agents have one of their own. */
export type Thing = Omit<Found, 'kind'> & { kind: Found['kind'] | 'agent' }

/** What a message is about: its type, the first word of that, its code, the org it's of, and what its payload names. */
export type About = {
	type: string
	topic: string
	of: string | null
	code?: string
	/** The tool provider, or the key of the config entry. */
	provider_name?: string
	key?: string
	/** The entries of a document. */
	entries?: unknown
	/** Whose keys go elsewhere. */
	holders: readonly string[]
	org_ids?: readonly string[]
} & { [id in `${string}_id`]?: string }

/** A place of the console, with all that others say about it: sidebar, palette, search, bell, refusals, documentation and tests. */
export interface Place {
	to: LinkProps['to'] & string
	label: string
	icon: keyof typeof ICONS
	/** Who may see it. The API decides again on every call. */
	access: 'signed_in' | Permission
	/** Who may see the screens below it, if they need more. */
	below?: Permission
	/** The place whose entry of the sidebars has it as a tab. `SIDES` has what only one side shows so. */
	beside?: string
	/** Other words that find it in the palette. */
	also?: string
	/** Its chapter of the API reference: its part of the address, `/docs/api/…`. Several places may share one. */
	chapter: string
	/** Its guide, `/docs/…`. People read it first, and it leads on to the reference. */
	guide?: string
	/** The guide leads back here, and not to another place that has it. */
	isGuideTarget?: boolean
	/** It only shows what belongs to the org that you're acting in. */
	isOfOrg?: boolean
	/** Where the things are shown that the search finds. The palette doesn't find kinds that no place lists. */
	finds?: Partial<Record<Thing['kind'], (thing: Thing) => LinkProps>>
	/** Where a message leads, if it's about something here. */
	linkOf?: (about: About) => LinkProps | false
}

/** What places are called, and other words that find them: `places` and `also` have the same names. */
type Name = keyof typeof shell.places

type NameIn<Path> = Path extends `${infer Word}-${infer Rest}` ? `${Word}_${NameIn<Rest>}` : Path

type Said = Omit<Place, 'to' | 'label' | 'also' | 'chapter'> & { chapter?: string }

/** The name of its texts may only be missing if it's that of the address. */
type Named<To> = To extends `/${infer Path}`
	? [NameIn<Path>] extends [Name]
		? { name?: Name }
		: { name: Name }
	: object

/** The place at an address, which names its texts and its chapter where it says no others. */
export function place<const To extends string>(to: To extends Place['to'] ? To : never, said: Said & Named<To>): Place {
	const path = (to as string).slice(1)
	const { name = path.replaceAll('-', '_') as Name, ...rest }: Said & { name?: Name } = said
	return { to, label: shell.places[name], also: shell.also[name], chapter: path, ...rest }
}
