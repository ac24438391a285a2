import { expect } from 'vitest'
import { send } from './api.ts'
import { type Algorithm, newAuthenticator } from './passkey-authenticator.ts'
import { address, type Caller, user } from './world.ts'

/** What a browser is asked for to make a passkey of the caller. */
export async function creationOptions(caller: Pick<Caller, 'post'>) {
	const { status, body } = await caller.post('/v1/me/passkeys/options')
	expect(status).toBe(200)
	return body
}

/** What a browser is asked for to log in. */
export async function requestOptions(login?: string) {
	const { status, body } = await send('POST', '/v1/auth/passkey/options', { body: { login } })
	expect(status).toBe(200)
	return body
}

/** A passkey that the caller's browser has just made. */
export const newCredential = async (caller: Pick<Caller, 'post'>) =>
	(await newAuthenticator()).create(await creationOptions(caller))

/** Adds a passkey to the caller's account. */
export async function addPasskey(caller: Pick<Caller, 'post'>, algorithm?: Algorithm, options?: { counts: boolean }) {
	const authenticator = await newAuthenticator(algorithm, options)
	const credential = await authenticator.create(await creationOptions(caller))
	const { status, body } = await caller.post('/v1/me/passkeys', { name: 'Laptop', credential })
	expect(status).toBe(201)
	return { authenticator, passkey_id: String(body.id) }
}

/** A new user with a passkey. */
export async function withPasskey(algorithm?: Algorithm, options?: { counts: boolean }) {
	const one = await user('keyed')
	return { ...one, ...(await addPasskey(one, algorithm, options)) }
}

/** Logs in with what a browser returned. */
export const logIn = (credential: object, { org_id, from = address() }: { org_id?: string; from?: string } = {}) =>
	send('POST', '/v1/auth/passkey', { body: { credential, org_id }, headers: { 'CF-Connecting-IP': from } })
