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

interface OnlyItemProps extends MenuItemProps, OnlyProps {
	children: ReactNode
	/** Why nobody can do it now. */
	obstacle?: string | undefined
}

/** A menu's action. Anyone who can't do it reads below it which role they need, or what stands in the way. */
export const OnlyItem = ({ needs, obstacle, disabled = obstacle !== undefined, children, ...item }: OnlyItemProps) => {
	const may = useMay(...needs)
	const reason = may ? obstacle : needsText(needs)
	return (
		<MenuItem {...item} disabled={disabled || !may}>
			<span>
				{children}
				{reason && <span className={styles.reason}>{reason}</span>}
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
