import type { components } from '#client-types'
import { Refusal } from '../api.ts'

type NewCredential = components['schemas']['CreatePasskey']['credential']
type Credential = NonNullable<components['schemas']['SecondFactor']['credential']>

/** Whether this browser can ask for a passkey. */
export const canUsePasskeys = () =>
	typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Has the browser make a passkey. Throws a `Refusal` if the person declines, or has one of those that are excluded. */
export async function newPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<NewCredential> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
	const made = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
		if (error instanceof DOMException && error.name === 'InvalidStateError')
			throw new Refusal(409, { details: { reason: 'passkeys.known' } })
		return null
	})
	if (!(made instanceof PublicKeyCredential)) throw new Refusal(401, { details: { reason: 'passkey.declined' } })
	return made.toJSON() as NewCredential
}

/** Asks the browser for a passkey. Throws a `Refusal` if the person declines, or has none of those. */
export async function proofByPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<Credential> {
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
	const found = await navigator.credentials.get({ publicKey }).catch(() => null)
	if (!(found instanceof PublicKeyCredential)) throw new Refusal(401, { details: { reason: 'passkey.declined' } })
	return found.toJSON() as Credential
}
