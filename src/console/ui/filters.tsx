import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { common as t } from '../text/en/common.ts'
import { Icon } from './icon.tsx'
import { Toolbar } from './page.tsx'
import { SelectFilter } from './select-filter.tsx'
import styles from './filters.module.css'

/** A filter in the address makes a different list, so it drops the cursor. */
type Search = Record<string, unknown>

function useParam(name: string): string {
	const value = (useSearch({ strict: false }) as Search)[name]
	return typeof value === 'string' ? value : ''
}

interface SearchBoxProps {
	label: string
	/** The parameter of the address. */
	name?: string
	suggestions?: string[]
}

/** A search text for a list, in `?q=` by default. It waits until you pause typing. */
export function SearchBox({ label, name = 'q', suggestions }: SearchBoxProps) {
	const navigate = useNavigate()
	const list = useId()
	const q = useParam(name)
	const [text, setText] = useState(q)
	const sent = useRef(q)
	useEffect(() => {
		// The address changed by other means, for example by the browser's back button.
		if (q !== sent.current) setText(q)
		sent.current = q
	}, [q])
	useEffect(() => {
		if (text.trim() === sent.current) return undefined
		const timer = setTimeout(() => {
			sent.current = text.trim()
			void navigate({
				to: '.',
				replace: true,
				search: (search: Search) => ({ ...search, [name]: sent.current || undefined, cursor: undefined }),
			})
		}, 200)
		return () => clearTimeout(timer)
	}, [text, name, navigate])
	return (
		<div className={styles.search}>
			<Icon name="search" />
			<input
				type="search"
				value={text}
				onChange={(event) => setText(event.target.value)}
				placeholder={label}
				aria-label={label}
				autoComplete="off"
				spellCheck={false}
				maxLength={200}
				{...(suggestions ? { list } : {})}
			/>
			{suggestions && (
				<datalist id={list}>
					{suggestions.map((suggestion) => (
						<option key={suggestion}>{suggestion}</option>
					))}
				</datalist>
			)}
		</div>
	)
}

interface ChoiceProps {
	/** The parameter of the address. */
	name: string
	label: string
	options: readonly { value: string | undefined; label: string }[]
	/** What it chooses: the part of a page that shows, or the days. Otherwise it filters rows. */
	of?: keyof typeof MOST
}

/** More than that are too many for one line of a phone. */
const MOST = { rows: 5, parts: 5, days: 3 }
/** How many letters fit into the chips of a line. A Chinese sign takes the room of two. */
const LETTERS = 37
const lettersOf = (text: string) => text.replaceAll(/[\u2e80-\uffff]/g, 'mm').length

interface TabsProps<Part extends string> {
	/** What each part is called, and all of them together. */
	texts: Readonly<Record<Part | 'label', string>>
	/** Their names in the address. The first one shows without any. */
	parts: readonly Part[]
	children?: ReactNode
}

/** The parts of a page, in `?tab=`. */
export function Tabs<Part extends string>({ texts, parts, children }: TabsProps<Part>) {
	const options = parts.map((part, index) => ({ value: index === 0 ? undefined : part, label: texts[part] }))
	return (
		<Toolbar>
			<Choice of="parts" name="tab" label={texts.label} options={options} />
			{children}
		</Toolbar>
	)
}

/** One of a few values in the address, each a link. What it chooses has a look of its own. Many become one field on a phone. */
export function Choice({ name, label, options, of = 'rows' }: ChoiceProps) {
	const chosen = useParam(name)
	const isMany =
		options.length > MOST[of] || (of === 'rows' && lettersOf(options.map((one) => one.label).join('')) > LETTERS)
	return (
		<>
			<nav className={styles.choice} aria-label={label} data-of={of} data-many={isMany || undefined}>
				{options.map((option) => (
					<Link
						key={option.label}
						to="."
						search={(search: Search) => ({ ...search, [name]: option.value, cursor: undefined })}
						className={styles.option}
						data-chosen={chosen === (option.value ?? '') || undefined}
					>
						{option.label}
						{chosen === (option.value ?? '') && <span className="unseen">{t.chosen}</span>}
					</Link>
				))}
			</nav>
			{isMany && (
				<div className={styles.narrow}>
					<SelectFilter name={name} label={label} options={options} />
				</div>
			)}
		</>
	)
}
