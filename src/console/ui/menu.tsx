import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './class.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

interface MenuProps {
	/** The button that opens it. */
	trigger: ReactElement
	align?: 'start' | 'end'
	side?: 'top' | 'bottom'
	/** A pointer opens it without a click. */
	opensOnHover?: boolean
	children: ReactNode
}

/** A pointer on its way to something else opens nothing. */
const HOVER_MS = 300

/** Actions behind a button. */
export const Menu = ({ trigger, align = 'end', side = 'bottom', opensOnHover = false, children }: MenuProps) => (
	<Base.Root modal={false}>
		<Base.Trigger render={trigger} openOnHover={opensOnHover} delay={HOVER_MS} />
		<Base.Portal>
			<Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={4}>
				<Base.Popup className={styles.menu}>{children}</Base.Popup>
			</Base.Positioner>
		</Base.Portal>
	</Base.Root>
)

export interface MenuItemProps {
	icon?: IconName
	isDanger?: boolean
	disabled?: boolean
	onClick: () => void
	children: ReactNode
}

export const MenuItem = ({ icon, isDanger = false, children, ...rest }: MenuItemProps) => (
	<Base.Item {...rest} className={classes(styles.item, isDanger && styles.danger)}>
		{icon && <Icon name={icon} />}
		{children}
	</Base.Item>
)

export const MenuSeparator = () => <Base.Separator className={styles.separator} />

interface CheckProps {
	icon?: IconName
	isChecked: boolean
	onChange: (isChecked: boolean) => void
	children: ReactNode
}

/** Something that is on or off, with a check while it's on. */
export const MenuCheck = ({ icon, isChecked, onChange, children }: CheckProps) => (
	<Base.CheckboxItem checked={isChecked} onCheckedChange={onChange} className={styles.item} closeOnClick>
		{icon && <Icon name={icon} />}
		<span className={styles.text}>{children}</span>
		<Base.CheckboxItemIndicator className={styles.chosen}>
			<Icon name="check" />
		</Base.CheckboxItemIndicator>
	</Base.CheckboxItem>
)

interface ChoiceProps<Value extends string> {
	label: string
	value: Value
	onChoose: (value: Value) => void
	/** `lang` is the language of the label, if it's another one than the page's. */
	options: readonly { value: Value; label: string; lang?: string; icon?: IconName }[]
}

/** Items that belong together. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
	<Base.Group>
		<Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
		{children}
	</Base.Group>
)

/** One of several values, with a check at the chosen one. */
export const MenuChoice = <Value extends string>({ label, value, onChoose, options }: ChoiceProps<Value>) => (
	<MenuGroup label={label}>
		<Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChoose(chosen)}>
			{options.map((option) => (
				<Base.RadioItem key={option.value} value={option.value} className={styles.item} closeOnClick>
					{option.icon && <Icon name={option.icon} />}
					<span className={styles.text} lang={option.lang}>
						{option.label}
					</span>
					<Base.RadioItemIndicator className={styles.chosen}>
						<Icon name="check" />
					</Base.RadioItemIndicator>
				</Base.RadioItem>
			))}
		</Base.RadioGroup>
	</MenuGroup>
)
