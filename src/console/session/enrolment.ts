import { Refusal, type Reply } from '../api.ts'

/** The token for adding a second factor that a response has; undefined if it asks for none. */
export function enrolmentIn({ error }: Reply<unknown>): string | undefined {
	const { reason, details } = new Refusal(401, error)
	return reason === 'auth.second_factor_required' ? (details.enrolment_token as string) : undefined
}
