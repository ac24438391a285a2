import { shell } from '../text/en/shell.ts'
import { Dialog } from '../ui/dialog.tsx'
import { isMac } from './mac.ts'
import styles from './shortcuts.module.css'

const t = shell.shortcuts

const SHORTCUTS: [keys: string[], does: string][] = [
	[[isMac ? '⌘ K' : 'Ctrl K'], t.palette],
	[['/'], t.search],
	[['?'], t.help],
	[['↑', '↓', 'Home', 'End'], t.rows],
	[['←', '→'], t.charts],
	[['Enter'], t.open],
	[['Esc'], t.close],
]

/** What the keyboard does, everywhere. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title={t.title} hint={t.hint} onClose={onClose}>
			<dl className={styles.list}>
				{SHORTCUTS.map(([keys, does]) => (
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
		</Dialog>
	)
}
