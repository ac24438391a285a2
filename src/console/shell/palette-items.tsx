import { useNavigate } from '@tanstack/react-router'
import { logOut } from '../calls/token.ts'
import { PLACES } from '../places/places.ts'
import { choose, spoken } from '../session/language.ts'
import { LANGUAGES } from '../session/languages.ts'
import { useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { palette as t } from '../text/en/palette.ts'
import { shell } from '../text/en/shell.ts'
import type { IconName } from '../ui/icon.tsx'
import { useLeave } from '../ui/leaving.tsx'
import { setTheme, THEMES } from '../ui/theme.ts'
import { type Act, type Start, useActs } from './acts.ts'
import { Elsewhere } from './elsewhere.tsx'
import { matchOf, withoutWords } from './match.ts'
import { maySee } from './navigation.ts'
import { useNewThings } from './new-things.ts'
import { type FoundThing, useThings } from './things.ts'

export interface Item {
	/** The label; the list uses it as the item's text. */
	label: string
	value: string
	note?: string
	/** The kind of a thing, and the org that it belongs to. */
	kind?: string
	org_id?: string
	/** More words that find it. */
	also?: string
	icon: IconName
	run?: () => unknown
	/** The palette stays, and asks what to do this with. */
	picksFor?: Act
}

export interface Group {
	value: string
	items: Item[]
}

/** What the palette offers for a text: places, things and actions, or the things for a chosen action. */
export function useGroups(q: string, act: Act | undefined, start: Start): { groups: Group[]; isSearching: boolean } {
	const places = usePlaces()
	const actions = useActions(start)
	const acts = useActs(start)
	// "pause analyst" looks for analyst.
	const sought = act
		? q.trim()
		: withoutWords(
				q,
				acts.map(({ label }) => label('')),
			)
	const { things, isSearching } = useThings(sought)
	const open = useOpen(start)
	const groups = act
		? [
				{
					value: t.things,
					items: things.flatMap((found) => (isFor(act, found) ? itemOf(found, () => act.run(found.thing)) : [])),
				},
			]
		: [
				{
					value: t.places,
					items: byLabel(best(places, q), q),
				},
				{ value: t.things, items: things.map((found) => itemOf(found, () => open(found))) },
				{
					value: t.actions,
					items: [
						...acts
							.flatMap((one) => onFirst(one, things))
							.filter(({ label }) => sought === q.trim() || matchOf(q, label) > 0),
						...best([...acts.map(asking), ...actions], q),
					],
				},
			]
	return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}

function usePlaces(): Item[] {
	const me = useMe()
	const navigate = useNavigate()
	return PLACES.filter((place) => maySee(place, me)).map(({ to, label, icon, also = '' }) => ({
		value: to,
		label,
		icon,
		also,
		run: () => navigate({ to }),
	}))
}

/** What needs no other thing. */
function useActions(start: Start): Item[] {
	const navigate = useNavigate()
	const leave = useLeave()
	const me = useMe()
	const things = useNewThings().map(({ label, icon, also, form: Form }): Item => ({
		value: `new ${label}`,
		label,
		...(also && { also }),
		icon,
		run: () => ('to' in Form ? navigate(Form) : start((close) => <Form onClose={close} />)),
	}))
	const themes = THEMES.map((theme): Item => ({
		value: `theme ${theme}`,
		label: t.theme(shell.theme[theme]),
		icon: theme,
		run: () => setTheme(theme),
	}))
	const languages = LANGUAGES.map(({ value, label }): Item => ({
		value: `language ${value}`,
		label: t.language(label),
		icon: 'settings',
		also: `${shell.account.language} ${t.language_words}`,
		run: () => leave(() => choose(value, me)),
	}))
	const out: Item = { value: 'sign out', label: shell.account.sign_out, icon: 'out', run: () => leave(logOut) }
	return [...things, ...languages.filter((_, index) => LANGUAGES[index]?.value !== spoken), ...themes, out]
}

/** Goes to a thing. If you only see it while you act in its org, the tab switches there after a question. */
function useOpen(start: Start) {
	const me = useMe()
	const navigate = useNavigate()
	const switchOrg = useSwitchOrg()
	const leave = useLeave()
	return ({ thing, link, isOfOrg }: FoundThing) => {
		const { org_id, title } = thing
		if (!isOfOrg || org_id === null || org_id === me.org_id) return navigate(link(thing))
		const go = async () => {
			if (await switchOrg(org_id)) await navigate({ ...link(thing), ignoreBlocker: true })
		}
		return start((close) => <Elsewhere org_id={org_id} title={title} onGo={() => leave(go)} onClose={close} />)
	}
}

const isFor = ({ kinds, mayDo }: Act, { thing }: FoundThing) => kinds.includes(thing.kind) && mayDo(thing)

const itemOf = ({ thing, icon }: FoundThing, run: () => unknown): Item => ({
	// Two orgs may have an agent of one name.
	value: thing.kind === 'agent' ? `${thing.org_id} ${thing.id}` : thing.id,
	label: thing.title,
	...(thing.kind === 'org' || thing.kind === 'agent' ? {} : { note: thing.subtitle ?? thing.id }),
	kind: t.kinds[thing.kind as keyof typeof t.kinds],
	...(thing.org_id && thing.kind !== 'org' ? { org_id: thing.org_id } : {}),
	icon,
	run,
})

const asking = (act: Act): Item => ({ value: act.name, label: act.label('…'), icon: act.icon, picksFor: act })

/** An action on the first thing that was found, if it takes that kind. */
function onFirst(act: Act, things: FoundThing[]): Item[] {
	const first = things.find((found) => isFor(act, found))?.thing
	if (!first) return []
	return [
		{ value: `${act.name} ${first.id}`, label: act.label(first.title), icon: act.icon, run: () => act.run(first) },
	]
}

/** Those whose own name begins like the query come first: "configuration" is also a word for the config entries. */
const byLabel = (items: Item[], q: string) => {
	const rankOf = ({ label }: Item) => Number(!label.toLowerCase().startsWith(q.trim().toLowerCase()))
	return items.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Those that match the query, or else those that do with a letter wrong. */
function best(items: Item[], q: string): Item[] {
	const found = items.map((item) => ({ item, match: matchOf(q, `${item.label} ${item.also ?? ''}`) }))
	const most = Math.max(1, ...found.map(({ match }) => match))
	return found.filter(({ match }) => match === most).map(({ item }) => item)
}
