import type { components } from '#client-types'

// Some operations ask for a recent proof of who calls. The question waits here until the dialog has its answer.

/** What such an operation's refusal says about it. */
export interface Asked {
	challenge: string
	methods: string[]
	passkey?: PublicKeyCredentialRequestOptionsJSON
	/** The connection that signed the user in, who then signs in through it again. */
	connection_id?: string
}

interface Waiting {
	asked: Asked
	settle: (isProven: boolean) => void
}

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function become(next: readonly Waiting[]) {
	waiting = next
	for (const listener of listeners) listener()
}

export function onProof(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** The question to show: the newest one, because it replaced the challenges before it. */
export const askedProof = (): Asked | undefined => waiting.at(-1)?.asked

/** Answers everything that waits. */
export function settleProof(isProven: boolean) {
	const settled = waiting
	become([])
	for (const { settle } of settled) settle(isProven)
}

/** Whether a response asks for a proof (RFC 9470), and isn't about the token. */
export const asksForProof = ({ status, headers }: Response) =>
	status === 401 && (headers.get('WWW-Authenticate') ?? '').includes('insufficient_user_authentication')

/** Asks the user, and waits. False if they'd rather not. */
export async function prove(response: Response): Promise<boolean> {
	const { details } = (await response.clone().json()) as components['schemas']['Error']
	return new Promise((settle) => {
		become([...waiting, { asked: details as unknown as Asked, settle }])
	})
}
