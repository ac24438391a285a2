import { Copy } from './copy.tsx'
import styles from './json.module.css'

const PART = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** A JSON value, laid out and colored, with a button that copies it. */
export function Json({ value, label }: { value: unknown; label: string }) {
	const text = JSON.stringify(value, null, 2) ?? ''
	return (
		<div className={styles.json}>
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by key */}
			<pre aria-label={label} tabIndex={0}>
				{partsOf(text)}
			</pre>
			<span className={styles.copy}>
				<Copy text={text} what={label} />
			</span>
		</div>
	)
}

function partsOf(text: string) {
	const parts = []
	let end = 0
	for (const match of text.matchAll(PART)) {
		const [whole, string, colon] = match
		if (match.index > end) parts.push(text.slice(end, match.index))
		const kind = string ? (colon ? styles.name : styles.text) : styles.value
		parts.push(
			<span key={match.index} className={kind}>
				{string ?? whole}
			</span>,
		)
		if (colon) parts.push(colon)
		end = match.index + whole.length
	}
	return [...parts, text.slice(end)]
}
