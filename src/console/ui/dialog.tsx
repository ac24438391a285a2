import { Dialog as Base } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { closing, common as t } from '../text/en/common.ts'
import { Button, IconButton } from './button.tsx'
import { classes } from './class.ts'
import styles from './dialog.module.css'

export interface DialogProps {
	title: string
	hint?: ReactNode
	onClose: () => void
	/** `side` slides in from the edge and leaves the page visible. */
	kind?: 'middle' | 'side' | 'start'
	children: ReactNode
}

/**
 * A window above the page. It traps the focus, closes on Escape, and returns the focus. Escape and a click outside ask first if
 * somebody typed into a form. Only render it while it's open.
 */
export function Dialog(props: DialogProps) {
	const { onClose } = props
	const hasTyped = useRef(false)
	const [isAsking, setIsAsking] = useState(false)
	const note = ({ target }: FormEvent) => {
		if ((target as Element).closest('form')) hasTyped.current = true
	}
	return (
		<Window {...props} onDismiss={() => (hasTyped.current ? setIsAsking(true) : onClose())} onInput={note}>
			{props.children}
			{isAsking && (
				<Window isAbove title={closing.title} hint={closing.hint} onClose={() => setIsAsking(false)}>
					<DialogActions>
						<Button onClick={() => setIsAsking(false)}>{closing.stay}</Button>
						<Button kind="danger" onClick={onClose}>
							{closing.close}
						</Button>
					</DialogActions>
				</Window>
			)}
		</Window>
	)
}

interface WindowProps extends DialogProps {
	/** For Escape, and for a click outside of it. */
	onDismiss?: () => void
	onInput?: (event: FormEvent) => void
	/** It's on top of another one, and dims it. */
	isAbove?: boolean
}

const Window = ({
	title,
	hint,
	onClose,
	onDismiss = onClose,
	onInput,
	isAbove,
	kind = 'middle',
	children,
}: WindowProps) => (
	<Base.Root open onOpenChange={(isOpen) => !isOpen && onDismiss()}>
		<Base.Portal>
			<Base.Backdrop forceRender={isAbove} className={classes(styles.shade, isAbove && styles.above)} />
			<Base.Popup className={classes(styles.dialog, styles[kind], isAbove && styles.above)}>
				<header className={styles.head}>
					<div>
						<Base.Title className={styles.title}>{title}</Base.Title>
						{hint && <Base.Description className={styles.hint}>{hint}</Base.Description>}
					</div>
					<IconButton icon="close" label={t.close} onClick={onClose} />
				</header>
				<div className={styles.body} onInput={onInput}>
					{children}
				</div>
			</Base.Popup>
		</Base.Portal>
	</Base.Root>
)

export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
