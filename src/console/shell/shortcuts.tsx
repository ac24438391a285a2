import { useLocation } from '@tanstack/react-router'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { shortcuts as t } from '../text/en/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { isMac } from './mac.ts'
import { sectionsFor, sideFor } from './navigation.ts'
import styles from './shortcuts.module.css'

type Shortcut = [keys: string[], does: string]

const SHORTCUTS: Shortcut[] = [
	[[isMac ? '⌘ K' : 'Ctrl K'], t.palette],
	[['/'], t.search],
	[['?'], t.help],
	[['↑', '↓', 'Home', 'End'], t.rows],
	[['←', '→'], t.charts],
	[['Enter'], t.open],
	[[isMac ? '⌘ Enter' : 'Ctrl Enter'], t.send],
	[[isMac ? '⌘ Z' : 'Ctrl Z'], t.undo],
	[['Esc'], t.close],
]

/** What the keyboard does, everywhere, and the letters of the places in the sidebar. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
	const me = useMe()
	const path = useLocation({ select: ({ pathname }) => pathname })
	const places = sectionsFor(sideFor(path, useScope(), me), me).flatMap(({ entries }) => entries)
	return (
		<Dialog title={t.title} hint={t.hint} onClose={onClose}>
			<List shortcuts={SHORTCUTS} />
			<h3 className={styles.title}>{t.places}</h3>
			<div className={styles.places}>
				<List shortcuts={places.map(({ letter, label }) => [['G', letter.toUpperCase()], label])} />
			</div>
		</Dialog>
	)
}

const List = ({ shortcuts }: { shortcuts: Shortcut[] }) => (
	<dl className={styles.list}>
		{shortcuts.map(([keys, does]) => (
			<div key={does}>
				<dt>
					{keys.map((key) => (
						<kbd key={key}>{key}</kbd>
					))}
				</dt>
				<dd>{does}</dd>
			</div>
		))}
	</dl>
)
