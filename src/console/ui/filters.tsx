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

interface TabsProps<Texts extends { label: string }> {
	/** What each part is called, and all of them together. */
	texts: Texts
	/** By their names in the address. The first one shows without any. */
	parts: Record<Exclude<keyof Texts, 'label'>, ReactNode>
	/** More beside the tabs. */
	children?: ReactNode
}

/** The parts of a page, in `?tab=`, and the chosen one. */
export function Tabs<Texts extends { label: string }>({ texts, parts, children }: TabsProps<Texts>) {
	const tab = useParam('tab')
	const names = Object.keys(parts) as Exclude<keyof Texts & string, 'label'>[]
	const shown = names.find((name) => name === tab) ?? names[0]
	const options = names.map((name, index) => ({ value: index === 0 ? undefined : name, label: String(texts[name]) }))
	return (
		<>
			<Toolbar>
				<Choice of="parts" name="tab" label={texts.label} options={options} />
				{children}
			</Toolbar>
			{shown && parts[shown]}
		</>
	)
}

/** One of a few values in the address, each a link. What it chooses has a look of its own. Many become one field on a phone. */
export function Choice({ name, label, options, of = 'rows' }: ChoiceProps) {
	const value = useParam(name) || undefined
	const chosen = options.find((one) => one.value === value) ?? options.find((one) => one.value === undefined)
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
						data-chosen={option === chosen || undefined}
					>
						{option.label}
						{option === chosen && <span className="unseen">{t.chosen}</span>}
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
