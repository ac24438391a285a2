import type { ReactNode } from 'react'
import { type Permission, useMay } from '../session/session.ts'
import { needsText } from '../text/en/roles.ts'
import { Form, type FormProps } from '../ui/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { MenuItem, type MenuItemProps } from '../ui/menu.tsx'
import styles from './only.module.css'

interface OnlyProps {
	/** The permissions that the API asks for. Any of them suffices. */
	needs: readonly Permission[]
	children?: ReactNode
}

/** Buttons for those who may use them. Everybody else reads in their place which role they need. */
export const Only = ({ needs, children }: OnlyProps) =>
	useMay(...needs) ? (
		children
	) : (
		<span className={styles.only}>
			<Icon name="lock" />
			{needsText(needs)}
		</span>
	)

/** A menu's action. Everybody else reads below it which role they need. */
export const OnlyItem = ({ needs, disabled = false, children, ...item }: MenuItemProps & OnlyProps) => {
	const may = useMay(...needs)
	return (
		<MenuItem {...item} disabled={disabled || !may}>
			<span>
				{children}
				{!may && <span className={styles.reason}>{needsText(needs)}</span>}
			</span>
		</MenuItem>
	)
}

/** A page's form. Those who may not send it can read what its fields hold. */
export const OnlyForm = ({ needs, actions, children, ...form }: FormProps & OnlyProps) => (
	<Form {...form} actions={<Only needs={needs}>{actions}</Only>}>
		<fieldset className={styles.fields} disabled={!useMay(...needs)}>
			{children}
		</fieldset>
	</Form>
)
