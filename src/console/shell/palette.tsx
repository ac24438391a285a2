import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, Suspense, useState } from 'react'
import { shell } from '../text/en/shell.ts'
import { Topmost } from '../ui/above.tsx'
import { Icon } from '../ui/icon.tsx'
import { later } from '../ui/loading.ts'
import type PaletteListOf from './palette-list.tsx'
import styles from './palette.module.css'

const t = shell.palette

const PaletteList = later(() => import('./palette-list.tsx')) as typeof PaletteListOf

interface PaletteProps {
	onClose: () => void
	/** Shows a dialog in its place. */
	onStart: (dialog: (close: () => void) => ReactNode) => void
}

/** Opens a place, runs an action, or finds a thing. Its field is there at once, so no key is lost while the rest loads. */
export function Palette({ onClose, onStart }: PaletteProps) {
	const [q, setQ] = useState('')
	// The field takes the focus before the dialog can note where it was.
	const [from] = useState(() => document.activeElement)
	return (
		<Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className={styles.shade} />
				<Dialog.Popup
					className={styles.palette}
					aria-label={t.label}
					finalFocus={() => (from instanceof HTMLElement && from.isConnected ? from : true)}
				>
					<Suspense
						fallback={
							<div className={styles.input}>
								<Icon name="search" />
								<input
									ref={focus}
									aria-label={t.label}
									placeholder={t.open}
									value={q}
									onChange={(event) => setQ(event.target.value)}
								/>
							</div>
						}
					>
						<PaletteList q={q} onType={setQ} onClose={onClose} onStart={onStart} />
					</Suspense>
					<Topmost />
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

const focus = (field: HTMLInputElement | null) => field?.focus()
