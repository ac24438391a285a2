import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { newId } from '../../ground/db/columns.ts'
import { readCookie, writeCookie } from '../../keys/auth/cookies.ts'
import { type Device, DEVICE_TTL_S, signDevice, verifyDevice } from '../../keys/auth/tokens.ts'
import { passwordIdOf } from '../passwords/passwords.ts'

// A browser that a user has logged in with carries a signed cookie that says so. Its failed logins count separately, so
// strangers who guess the user's password can't lock the user out.

const DEVICE_COOKIE = 'plinth_device'

/** The device of the request, which belongs to the user who last logged in there; undefined if we don't know it. */
export async function deviceOf<E extends App>(c: Context<E>): Promise<Device | undefined> {
	const token = readCookie(c, DEVICE_COOKIE)
	return token === undefined ? undefined : verifyDevice(c.env, token)
}

/** Makes the device the user's, as long as they have this password. If it already is, it keeps its id and so its failures. */
export async function rememberDevice<E extends App>(
	c: Context<E>,
	user_id: string,
	password_hash: string,
): Promise<void> {
	const [known, password_id] = [await deviceOf(c), passwordIdOf(password_hash)]
	const isTheirs = known?.user_id === user_id && known.password_id === password_id
	const device = isTheirs ? known : { id: newId('dev'), user_id, password_id }
	writeCookie(c, DEVICE_COOKIE, await signDevice(c.env, device), DEVICE_TTL_S)
}
