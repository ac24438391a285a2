import { useQueryClient } from '@tanstack/react-query'
import { answered, type Refusal } from '../api.ts'
import { switchOrg } from '../calls/token.ts'
import { toastOf, useToast } from '../ui/toasts.tsx'

/** Switches to another org and forgets what was read in the old one. Returns whether it did; a refusal is shown. */
export function useSwitchOrg() {
	const queries = useQueryClient()
	const toast = useToast()
	return async (org_id: string) => {
		try {
			await answered(switchOrg(org_id))
		} catch (error) {
			toast(toastOf(error as Refusal))
			return false
		}
		queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
		await queries.invalidateQueries()
		return true
	}
}
