import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { classes } from './class.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>

export interface ButtonProps extends Native {
	/** `primary` once in a view; `danger` for what can't be undone; `quiet` has no frame. */
	kind?: 'primary' | 'danger' | 'plain' | 'quiet'
	icon?: IconName
	submit?: boolean
	/** Shows progress and ignores a second click. It keeps the focus, which a disabled button would lose. */
	isBusy?: boolean
	ref?: Ref<HTMLButtonElement>
	children?: ReactNode
}

export function Button({
	kind = 'plain',
	icon,
	submit = false,
	isBusy = false,
	children,
	onClick,
	...rest
}: ButtonProps) {
	return (
		<button
			{...rest}
			type={submit ? 'submit' : 'button'}
			className={classes(styles.button, styles[kind])}
			aria-busy={isBusy || undefined}
			aria-disabled={isBusy || undefined}
			onClick={isBusy ? ignore : onClick}
		>
			{isBusy ? <span className={styles.spinner} /> : icon && <Icon name={icon} />}
			{children}
		</button>
	)
}

/** Enter in a field of the form is a click on its submit button, too. */
const ignore = (event: MouseEvent) => event.preventDefault()

/** A button with only an icon. `label` is its name for screen readers and on hover. */
export function IconButton({
	icon,
	label,
	...rest
}: Native & { icon: IconName; label: string; ref?: Ref<HTMLButtonElement> }) {
	return (
		<button
			{...rest}
			type="button"
			className={classes(styles.button, styles.quiet, styles.square)}
			aria-label={label}
			title={label}
		>
			<Icon name={icon} />
		</button>
	)
}
