import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { layers as t } from '../text/en/layers.ts'
import { Choice } from '../ui/filters.tsx'
import { Toolbar } from '../ui/page.tsx'
import { type Permission, useIsOperator } from './session.ts'

/** Whose entries a screen shows: the platform's, or those of the org you're acting in. */
export type Scope = 'platform' | 'org'

/** The layer that the address names. Operators see the platform's unless it says `org`, and everybody else only their org's. */
export function useScope(): Scope {
	const isOperator = useIsOperator()
	const { scope } = useSearch({ strict: false }) as { scope?: string | undefined }
	return isOperator && scope !== 'org' ? 'platform' : 'org'
}

/** What changing an entry of the layer takes. */
export const neededIn = (scope: Scope): readonly Permission[] =>
	scope === 'platform' ? ['platform.write'] : ['data.secrets']

/** The layer in an address. */
export const searchOf = (scope: Scope): { scope?: 'org' | undefined } => ({
	scope: scope === 'org' ? 'org' : undefined,
})

/** Lets operators choose the layer, beside what else they choose. */
export function ScopeChoice({ children }: { children?: ReactNode }) {
	const isOperator = useIsOperator()
	if (!isOperator) return null
	return (
		<Toolbar>
			{children}
			<Choice
				name="scope"
				label={t.choice.label}
				options={[
					{ value: undefined, label: t.choice.platform },
					{ value: 'org', label: t.choice.org },
				]}
			/>
		</Toolbar>
	)
}
