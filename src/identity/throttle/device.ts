import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { newId } from '../../db/columns.ts'
import { readCookie, writeCookie } from '../auth/cookies.ts'
import { type Device, DEVICE_TTL_S, signDevice, verifyDevice } from '../auth/tokens.ts'

// A browser in which a user has logged in carries a signed cookie that says so. Its failed logins count apart, so strangers who
// guess the user's password cannot keep the user out.

const DEVICE_COOKIE = 'plinth_device'

/** The device of the request, which belongs to the user who logged in there last; undefined when it is unknown. */
export async function deviceOf(c: Context<App>): Promise<Device | undefined> {
	const token = readCookie(c, DEVICE_COOKIE)
	return token === undefined ? undefined : verifyDevice(c.env, token)
}

/** Makes the device one of the user's. A device that already is keeps its id, and with it its failures. */
export async function rememberDevice(c: Context<App>, user_id: string): Promise<void> {
	const known = await deviceOf(c)
	const device = known?.user_id === user_id ? known : { id: newId('dev'), user_id }
	writeCookie(c, DEVICE_COOKIE, await signDevice(c.env, device), DEVICE_TTL_S)
}
