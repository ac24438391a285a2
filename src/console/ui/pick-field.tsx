import { Combobox } from '@base-ui/react/combobox'
import { useId, useState } from 'react'
import { useFieldError } from './field.tsx'
import fields from './field.module.css'
import menu from './menu.module.css'
import styles from './pick-field.module.css'

export interface Pick {
	value: string
	label: string
}

interface PickFieldProps {
	name: string
	label: string
	hint?: string | undefined
	/** The initial choice. */
	chosen?: Pick | undefined
	/** What matches the text so far. */
	items: Pick[]
	onType: (text: string) => void
	/** Gets the value that's chosen, or null. */
	onChoose?: ((value: string | null) => void) | undefined
	/** Shown when nothing matches. */
	empty: string
}

/** Chooses one of many things, which the API finds while the user types. The form gets the value. */
export function PickField({ name, label, hint, chosen: first, items, onType, onChoose, empty }: PickFieldProps) {
	const id = useId()
	const error = useFieldError(name)
	const [chosen, setChosen] = useState<Pick | null>(first ?? null)
	return (
		<div className={fields.field}>
			<Combobox.Root
				items={items}
				filter={null}
				value={chosen}
				onValueChange={(pick: Pick | null) => {
					setChosen(pick)
					onChoose?.(pick?.value ?? null)
				}}
				onInputValueChange={(text, { reason }) => reason === 'input-change' && onType(text)}
				itemToStringLabel={(item: Pick) => item.label}
				isItemEqualToValue={(a: Pick, b: Pick) => a.value === b.value}
				autoHighlight
			>
				<label className={fields.label} htmlFor={id}>
					{label}
				</label>
				<Combobox.Input
					id={id}
					className={fields.input}
					aria-invalid={error ? true : undefined}
					aria-describedby={error || hint ? `${id}-text` : undefined}
				/>
				<Combobox.Portal>
					<Combobox.Positioner className={menu.positioner} sideOffset={4}>
						<Combobox.Popup className={menu.menu}>
							<Combobox.Empty className={styles.empty}>{items.length === 0 && empty}</Combobox.Empty>
							<Combobox.List>
								{(item: Pick) => (
									<Combobox.Item key={item.value} value={item} className={menu.item}>
										{item.label}
									</Combobox.Item>
								)}
							</Combobox.List>
						</Combobox.Popup>
					</Combobox.Positioner>
				</Combobox.Portal>
			</Combobox.Root>
			<input type="hidden" name={name} value={chosen?.value ?? ''} />
			{(error ?? hint) && (
				<p id={`${id}-text`} className={error ? fields.error : fields.hint}>
					{error ?? hint}
				</p>
			)}
		</div>
	)
}
