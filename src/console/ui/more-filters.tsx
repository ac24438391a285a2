import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { punctuation } from '../text/en/language.ts'
import { lists } from '../text/en/list.ts'
import { DialogButton } from './dialog-button.tsx'
import { Icon } from './icon.tsx'
import styles from './more-filters.module.css'

const t = lists.filters

interface ChosenProps {
	/** The parameters of the address that make it up. */
	of: string | readonly string[]
	label: string
	value: string
}

/** A filter that's set, and that its toolbar has no control for: a link that removes it. */
export const Chosen = ({ of, label, value }: ChosenProps) => {
	const gone = Object.fromEntries([of].flat().map((name) => [name, undefined]))
	return (
		<Link
			to="."
			search={(old: object) => ({ ...old, ...gone, cursor: undefined })}
			className={styles.chosen}
			aria-label={t.remove(`${label}${punctuation.colon}${value}`)}
		>
			{label}
			{punctuation.colon}
			<strong>{value}</strong>
			<Icon name="close" />
		</Link>
	)
}

interface MoreFiltersProps {
	/** The form with the filters that few people use. It puts them into the address. */
	form: ComponentType<{ onClose: () => void }>
	/** Those that are set. */
	children?: ReactNode
}

/** The rare filters of a list: a button that opens their form, and those that are set. */
export function MoreFilters({ form: Form, children }: MoreFiltersProps) {
	return (
		<>
			<DialogButton icon="filter" renderDialog={(onClose) => <Form onClose={onClose} />}>
				{t.more}
			</DialogButton>
			{children}
		</>
	)
}
