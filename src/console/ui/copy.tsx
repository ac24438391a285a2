import { useEffect, useState } from 'react'
import { common as t } from '../text/en/common.ts'
import { Icon } from './icon.tsx'
import styles from './copy.module.css'

/** Copies a text. `what` names it for screen readers. */
export function Copy({ text, what }: { text: string; what: string }) {
	const [isCopied, setIsCopied] = useState(false)
	useEffect(() => {
		if (!isCopied) return undefined
		const timer = setTimeout(() => setIsCopied(false), 1500)
		return () => clearTimeout(timer)
	}, [isCopied])
	const copy = () => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))
	return (
		<button
			type="button"
			className={styles.copy}
			onClick={copy}
			aria-label={t.copyOf(what)}
			title={isCopied ? t.copied : t.copyOf(what)}
		>
			<Icon name={isCopied ? 'check' : 'copy'} />
			<span className="unseen" aria-live="polite">
				{isCopied ? t.copied : ''}
			</span>
		</button>
	)
}

/** An id or a key in fixed width, with a button that copies it. */
export const Id = ({ text, what = 'id' }: { text: string; what?: string }) => (
	<span className={styles.id}>
		<code title={text}>{text}</code>
		<Copy text={text} what={what} />
	</span>
)

/** A secret or a link that is shown once, with a button that copies it. */
export const Shown = ({ text, what }: { text: string; what: string }) => (
	<div className={styles.shown}>
		<code>{text}</code>
		<Copy text={text} what={what} />
	</div>
)
