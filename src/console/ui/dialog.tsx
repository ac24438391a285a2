import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { common as t } from '../text/en/common.ts'
import { IconButton } from './button.tsx'
import { classes } from './class.ts'
import styles from './dialog.module.css'

interface DialogProps {
	title: string
	hint?: ReactNode
	onClose: () => void
	/** `side` slides in from the edge and leaves the page in sight. */
	kind?: 'middle' | 'side' | 'start'
	children: ReactNode
}

/** A window above the page. It keeps the focus, closes on Escape, and gives the focus back. Render it only while it is open. */
export const Dialog = ({ title, hint, onClose, kind = 'middle', children }: DialogProps) => (
	<Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
		<Base.Portal>
			<Base.Backdrop className={styles.shade} />
			<Base.Popup className={classes(styles.dialog, styles[kind])}>
				<header className={styles.head}>
					<div>
						<Base.Title className={styles.title}>{title}</Base.Title>
						{hint && <Base.Description className={styles.hint}>{hint}</Base.Description>}
					</div>
					<IconButton icon="close" label={t.close} onClick={onClose} />
				</header>
				<div className={styles.body}>{children}</div>
			</Base.Popup>
		</Base.Portal>
	</Base.Root>
)

export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
