import type { LinkProps } from '@tanstack/react-router'
import type { Permission } from '../session/session.ts'
import type { IconName } from '../ui/icon.tsx'

/** A place of the console. The sidebar, the palette, the refusals and the tests take it from here. */
export interface Place {
	to: LinkProps['to'] & string
	label: string
	icon: IconName
	/** Who may see it. The API decides again on every call. */
	access: 'signed_in' | Permission
	/** Who may see the screens below it, if they need more. */
	below?: Permission
	/** Other words that find it in the palette. */
	also?: string
	/** It's in the account menu, so the sidebar leaves it out. */
	isHidden?: boolean
}

export interface Group {
	title?: string
	places: Place[]
}
