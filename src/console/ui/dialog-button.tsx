import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
	/** The dialog. */
	renderDialog: (onClose: () => void) => ReactNode
}

/** A button that opens a dialog, which stays as long as the button does. */
export function DialogButton({ renderDialog, ...button }: DialogButtonProps) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<Button {...button} onClick={() => setIsOpen(true)} />
			{isOpen && renderDialog(() => setIsOpen(false))}
		</>
	)
}
