import { Combobox } from '@base-ui/react/combobox'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { common } from '../text/en/common.ts'
import { lists } from '../text/en/list.ts'
import { Icon } from './icon.tsx'
import type { Pick } from './pick-field.tsx'
import fields from './field.module.css'
import menu from './menu.module.css'
import styles from './pick-field.module.css'

export interface PickGroup {
	value: string
	items: Pick[]
}

interface PickFilterProps {
	/** The parameter of the address. */
	name: string
	label: string
	/** What it says while it's not set. */
	any: string
	groups: PickGroup[]
}

/** One of so many values of a filter that people type what they look for. `SelectFilter` is for a dozen. */
export function PickFilter({ name, label, any, groups }: PickFilterProps) {
	const navigate = useNavigate()
	const search = useSearch({ strict: false }) as Record<string, string | undefined>
	const chosen = groups.flatMap(({ items }) => items).find(({ value }) => value === search[name]) ?? null
	const choose = (pick: Pick | null) =>
		void navigate({ to: '.', search: (old: object) => ({ ...old, [name]: pick?.value, cursor: undefined }) })
	return (
		<Combobox.Root
			items={groups}
			value={chosen}
			onValueChange={choose}
			itemToStringLabel={(item: Pick) => item.label}
			isItemEqualToValue={(a: Pick, b: Pick) => a.value === b.value}
			autoHighlight
		>
			<span className={styles.filter}>
				<Combobox.Input className={fields.select} aria-label={label} placeholder={any} />
				<Combobox.Clear className={styles.clear} aria-label={common.clear}>
					<Icon name="close" />
				</Combobox.Clear>
			</span>
			<Combobox.Portal>
				<Combobox.Positioner className={menu.positioner} align="start" sideOffset={4}>
					<Combobox.Popup className={menu.menu}>
						<Combobox.Empty className={styles.empty}>{lists.filters.nothing}</Combobox.Empty>
						<Combobox.List>
							{({ value, items }: PickGroup) => (
								<Combobox.Group key={value} items={items}>
									<Combobox.GroupLabel className={menu.label}>{value}</Combobox.GroupLabel>
									<Combobox.Collection>
										{(item: Pick) => (
											<Combobox.Item key={item.value} value={item} className={menu.item}>
												{item.label}
											</Combobox.Item>
										)}
									</Combobox.Collection>
								</Combobox.Group>
							)}
						</Combobox.List>
					</Combobox.Popup>
				</Combobox.Positioner>
			</Combobox.Portal>
		</Combobox.Root>
	)
}
