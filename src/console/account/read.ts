import { useQuery } from '@tanstack/react-query'
import { api, data, page } from '../api.ts'

/** The user's passkeys. There are twenty at most. */
export const usePasskeys = () =>
	useQuery({
		queryKey: ['passkeys'],
		queryFn: () => page(api.GET('/v1/me/passkeys')),
	})

/** When the user's authenticator app was added; null if they have none. */
export const useTotp = () => useQuery({ queryKey: ['totp'], queryFn: () => data(api.GET('/v1/me/totp')) })

/** How many recovery codes the user has left. */
export const useRecoveryCodes = () =>
	useQuery({ queryKey: ['recovery-codes'], queryFn: () => data(api.GET('/v1/me/recovery-codes')) })

/** Who the user is at the providers that sign them in. */
export const useIdentities = () =>
	useQuery({
		queryKey: ['identities'],
		queryFn: () => page(api.GET('/v1/me/identities', { params: { query: { limit: 50 } } })),
	})
