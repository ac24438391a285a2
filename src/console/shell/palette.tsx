import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe, useSwitchOrg } from '../session/session.ts'
import { logOut } from '../session/token.ts'
import { shell } from '../text/en/shell.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { maySee, PLACES } from './navigation.ts'
import { setTheme, THEMES } from './theme.ts'
import { useThings } from './things.ts'
import styles from './palette.module.css'

const t = shell.palette

interface Item {
	/** The label; the list uses it as the item's text. */
	label: string
	value: string
	note?: string
	/** More words that find it. */
	also?: string
	icon: IconName
	run: () => unknown
}

interface Group {
	value: string
	items: Item[]
}

/** Opens a place, runs an action, or finds a thing. */
export default function Palette({ onClose }: { onClose: () => void }) {
	const [q, setQ] = useState('')
	const { groups, isSearching } = useGroups(q)
	const choose = ({ run }: Item) => {
		onClose()
		run()
	}
	return (
		<Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className={styles.shade} />
				<Dialog.Popup className={styles.palette} aria-label={t.label}>
					<Autocomplete.Root
						open
						inline
						items={groups}
						value={q}
						onValueChange={setQ}
						filter={null}
						itemToStringValue={(item: Item) => item.label}
						autoHighlight="always"
						keepHighlight
					>
						<div className={styles.input}>
							<Icon name="search" />
							<Autocomplete.Input aria-label={t.label} placeholder={t.open} />
						</div>
						<Autocomplete.Empty className={styles.empty}>
							{groups.length === 0 && (isSearching ? t.searching : t.empty)}
						</Autocomplete.Empty>
						<Autocomplete.List className={styles.list}>
							{(group: Group) => (
								<Autocomplete.Group key={group.value} items={group.items} className={styles.group}>
									<Autocomplete.GroupLabel className={styles.title}>{group.value}</Autocomplete.GroupLabel>
									<Autocomplete.Collection>
										{(item: Item) => (
											<Autocomplete.Item
												key={item.value}
												value={item}
												className={styles.item}
												onClick={() => choose(item)}
											>
												<Icon name={item.icon} />
												<span>{item.label}</span>
												{item.note && <span className={styles.note}>{item.note}</span>}
											</Autocomplete.Item>
										)}
									</Autocomplete.Collection>
								</Autocomplete.Group>
							)}
						</Autocomplete.List>
					</Autocomplete.Root>
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

function useGroups(q: string): { groups: Group[]; isSearching: boolean } {
	const me = useMe()
	const navigate = useNavigate()
	const switchOrg = useSwitchOrg()
	const { things, isSearching } = useThings(q.trim())
	const places = PLACES.filter((place) => maySee(place, me)).map(({ to, label, icon, also }): Item => ({
		value: to,
		label,
		icon,
		also: also ?? '',
		run: () => navigate({ to }),
	}))
	const actions: Item[] = [
		...THEMES.map((theme): Item => ({
			value: `theme ${theme}`,
			label: t.theme(shell.theme[theme]),
			icon: theme,
			run: () => setTheme(theme),
		})),
		{ value: 'sign out', label: shell.account.sign_out, icon: 'out', run: () => void logOut() },
	]
	const found = things.map(({ thing, icon, link, isOfOrg }): Item => {
		const isElsewhere = isOfOrg && thing.org_id !== null && thing.org_id !== me.org_id
		return {
			value: thing.id,
			label: thing.title,
			note: isElsewhere ? t.in_other_org : (thing.subtitle ?? thing.id),
			icon,
			run: async () => {
				if (isElsewhere && thing.org_id) await switchOrg(thing.org_id)
				await navigate(link(thing))
			},
		}
	})
	const groups = [
		{ value: t.places, items: places.filter((item) => matches(item, q)) },
		{ value: t.things, items: found },
		{ value: t.actions, items: actions.filter((item) => matches(item, q)) },
	]
	return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}

/** Whether every word of the query starts a word of the item. */
function matches({ label, also = '' }: Item, q: string): boolean {
	const text = ` ${label} ${also}`.toLowerCase()
	return q
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(` ${word}`))
}
