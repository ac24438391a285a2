import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { newId } from '../../db/columns.ts'
import { readCookie, writeCookie } from '../auth/cookies.ts'
import { type Device, DEVICE_TTL_S, signDevice, verifyDevice } from '../auth/tokens.ts'

// A browser that a user has logged in with carries a signed cookie that says so. Its failed logins count separately, so
// strangers who guess the user's password can't lock the user out.

const DEVICE_COOKIE = 'plinth_device'

/** The device of the request, which belongs to the user who last logged in there; undefined if we don't know it. */
export async function deviceOf(c: Context<App>): Promise<Device | undefined> {
	const token = readCookie(c, DEVICE_COOKIE)
	return token === undefined ? undefined : verifyDevice(c.env, token)
}

/** Makes the device the user's. If it already is, it keeps its id and so its failures. */
export async function rememberDevice(c: Context<App>, user_id: string): Promise<void> {
	const known = await deviceOf(c)
	const device = known?.user_id === user_id ? known : { id: newId('dev'), user_id }
	writeCookie(c, DEVICE_COOKIE, await signDevice(c.env, device), DEVICE_TTL_S)
}
