import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { OrgName } from '../names/org-name.tsx'
import { palette as t } from '../text/en/palette.ts'
import { shell } from '../text/en/shell.ts'
import { Icon } from '../ui/icon.tsx'
import type { Act, Start } from './acts.ts'
import { type Item, useGroups } from './palette-items.tsx'
import { MIN_LETTERS } from './things.ts'
import styles from './palette.module.css'

interface PaletteListProps {
	q: string
	onType: (q: string) => void
	onClose: () => void
	onStart: Start
}

/** The palette's field, and what it finds. An action on something asks for that next. */
export default function PaletteList({ q, onType, onClose, onStart }: PaletteListProps) {
	const [act, setAct] = useState<Act>()
	const { groups, isSearching } = useGroups(q, act, onStart)
	const choose = ({ picksFor, run }: Item) => {
		if (picksFor) {
			setAct(picksFor)
			onType('')
			return
		}
		onClose()
		run?.()
	}
	return (
		<Autocomplete.Root
			open
			inline
			items={groups}
			value={q}
			onValueChange={(text, { reason }) => reason !== 'item-press' && onType(text)}
			filter={null}
			itemToStringValue={(item: Item) => item.label}
			autoHighlight="always"
			keepHighlight
		>
			<div className={styles.input}>
				<Icon name="search" />
				{act && <span className={styles.act}>{act.label('…')}</span>}
				<Autocomplete.Input
					ref={focusAtEnd}
					aria-label={act ? act.label('…') : shell.palette.label}
					placeholder={act ? t.type_name : shell.palette.open}
					onKeyDown={({ key }) => key === 'Backspace' && q === '' && setAct(undefined)}
				/>
			</div>
			<Autocomplete.Empty className={styles.empty}>
				{groups.length === 0 && !isSearching && (act && q.trim().length < MIN_LETTERS ? t.type_name : t.empty)}
			</Autocomplete.Empty>
			<Autocomplete.List className={styles.list} aria-label={shell.palette.open}>
				{(group: (typeof groups)[number]) => (
					<Autocomplete.Group key={group.value} items={group.items} className={styles.group}>
						<Autocomplete.GroupLabel className={styles.title}>{group.value}</Autocomplete.GroupLabel>
						<Autocomplete.Collection>
							{(item: Item) => (
								<Autocomplete.Item key={item.value} value={item} className={styles.item} onClick={() => choose(item)}>
									<Icon name={item.icon} />
									<bdi className={styles.name}>{item.label}</bdi>
									{item.note && <bdi className={styles.note}>{item.note}</bdi>}
									{item.kind && (
										<span className={styles.kind}>
											{item.kind}
											{item.org_id && (
												<>
													{' · '}
													<OrgName org_id={item.org_id} />
												</>
											)}
										</span>
									)}
								</Autocomplete.Item>
							)}
						</Autocomplete.Collection>
					</Autocomplete.Group>
				)}
			</Autocomplete.List>
			<Autocomplete.Status className={styles.foot}>
				{isSearching ? t.searching : act ? `${t.keys} ${t.pick_keys}` : t.keys}
			</Autocomplete.Status>
		</Autocomplete.Root>
	)
}

/** It replaces the field that somebody may already have typed into. */
function focusAtEnd(field: HTMLInputElement | null) {
	field?.focus()
	field?.setSelectionRange(field.value.length, field.value.length)
}
