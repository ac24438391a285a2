import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { closing, common as t } from '../text/en/common.ts'
import { Topmost } from './above.tsx'
import { Button, IconButton } from './button.tsx'
import { classes } from './class.ts'
import { hasDrafts } from './drafts.ts'
import { catchFocus, firstControl } from './focus.ts'
import { Said } from './said.tsx'
import { isTouched } from './touch.ts'
import styles from './dialog.module.css'

export interface DialogProps {
	title: string
	hint?: ReactNode
	onClose: () => void
	/** `side` slides in from the edge and leaves the page visible. */
	kind?: 'middle' | 'side' | 'start'
	/** It's on top of another one, and dims it. */
	isAbove?: boolean
	/** It stays until its question is answered. */
	isFirm?: boolean
	children: ReactNode
}

interface Ending {
	/** It shows what nobody sees again. */
	isOnce?: boolean
	/** It's sending something, whose result it may have to show. */
	isSending?: boolean
	/** The label of a button that closes it. */
	done?: string
}

/**
 * A window above the page. Its first field or button has the focus, which it traps and then returns. It closes on Escape. Escape and a click outside ask first if
 * a form in it holds a draft. So does every way to close it but its own buttons if it `isOnce`. While it
 * `isSending`, only its own buttons close it.
 * Only render it while it's open.
 */
export function Dialog({ isOnce = false, isSending = false, done, ...props }: DialogProps & Ending) {
	const { onClose } = props
	const [question, setQuestion] = useState<Question>()
	const close = () => {
		if (isOnce) setQuestion(closing.once)
		else if (!isSending) onClose()
	}
	const stay = () => setQuestion(undefined)
	return (
		<Window
			{...props}
			onClose={close}
			onDismiss={(content) => (!isSending && hasDrafts(content) ? setQuestion(closing.draft) : close())}
		>
			{props.children}
			{done && (
				<DialogActions>
					<Button kind="primary" onClick={onClose}>
						{done}
					</Button>
				</DialogActions>
			)}
			{question && (
				<Window isAbove title={question.title} hint={question.hint} onClose={stay}>
					<DialogActions>
						<Button onClick={stay}>{question.stay}</Button>
						<Button kind="danger" onClick={onClose}>
							{closing.close}
						</Button>
					</DialogActions>
				</Window>
			)}
		</Window>
	)
}

type Question = typeof closing.draft | typeof closing.once

interface WindowProps extends DialogProps {
	/** For Escape, and for a click outside of it. */
	onDismiss?: (content: HTMLElement | null) => void
}

const Window = ({
	title,
	hint,
	onClose,
	onDismiss = onClose,
	isAbove,
	isFirm = false,
	kind = 'middle',
	children,
}: WindowProps) => {
	useEffect(() => catchFocus, [])
	const content = useRef<HTMLDivElement>(null)
	return (
		<Base.Root open onOpenChange={(isOpen) => !isOpen && !isFirm && onDismiss(content.current)}>
			<Base.Portal>
				<Base.Backdrop forceRender={isAbove} className={classes(styles.shade, isAbove && styles.above)} />
				<Base.Popup
					className={classes(styles.dialog, styles[kind], isAbove && styles.above)}
					// A field that gets the focus would open a phone's keyboard over half of the dialog.
					initialFocus={() => isTouched() || (firstControl(content.current) ?? true)}
				>
					<header className={styles.head}>
						<div>
							<Base.Title className={styles.title}>
								<Said text={title} />
							</Base.Title>
							{hint && <Base.Description className={styles.hint}>{hint}</Base.Description>}
						</div>
						{!isFirm && <IconButton icon="close" label={t.close} onClick={onClose} />}
					</header>
					<div ref={content} className={styles.body}>
						{children}
					</div>
					<Topmost />
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	)
}

export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
