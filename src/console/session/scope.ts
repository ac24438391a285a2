import { useSearch } from '@tanstack/react-router'
import type { Scope } from '../search.ts'
import { type Permission, useIsOperator } from './session.ts'

export type { Scope }

/** The side that the address names. Operators see the platform unless it says `of=org`, and everybody else only their org. */
export function useScope(): Scope {
	const isOperator = useIsOperator()
	const { of } = useSearch({ strict: false })
	return isOperator && of !== 'org' ? 'platform' : 'org'
}

/** What changing an entry of the layer takes. */
export const neededIn = (scope: Scope): readonly Permission[] =>
	scope === 'platform' ? ['platform.write'] : ['data.secrets']

/** The side in an address. */
export const searchOf = (scope: Scope): { of: 'org' | undefined } => ({ of: scope === 'org' ? 'org' : undefined })
