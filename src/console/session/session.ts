import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, data, type Schema } from '../api.ts'
import { onSession, sessionState, takeoverCount } from '../calls/token.ts'
import type { Permission } from '../text/en/roles.ts'

export type Me = Schema<'Me'>
export type { Permission }

// Only people sign in here, and a service account has no access token.
export const meQuery = { queryKey: ['me'], queryFn: () => data(api.GET('/v1/me')) as Promise<Me>, staleTime: 60_000 }

/** Whether somebody is signed in. */
export const useSessionState = () => useSyncExternalStore(onSession, sessionState)

/** How often somebody else has signed in where a session had ended. */
export const useTakeovers = () => useSyncExternalStore(onSession, takeoverCount)

/** Who is signed in. The shell shows no screen before it knows that. */
export function useMe(): Me {
	const { data: me } = useQuery(meQuery)
	if (!me) throw new Error('A screen was shown before its user was known')
	return me
}

/** Whether the user has one of the permissions in the org they act in. */
export function useMay(...anyOf: Permission[]): boolean {
	const { permissions } = useMe()
	return anyOf.some((one) => permissions.includes(one))
}

/** Whether the user sees the whole platform. What they may change in it depends on their roles. */
export const useIsOperator = () => useMay('platform.read')
