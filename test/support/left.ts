import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

/** What all files of a worker share, by its name: a file that replaces something there must put it back. */
const SHARED: Record<string, object> = {
	globalThis,
	console,
	crypto,
	'crypto.subtle': crypto.subtle,
	AbortSignal,
	Date,
	Math,
	env,
	'D1DatabaseSession.prototype': Object.getPrototypeOf(env.DB.withSession('first-primary')) as object,
}

const propertiesOf = (one: object) =>
	new Map(Object.entries(Object.getOwnPropertyDescriptors(one)).map(([name, { value }]) => [name, value as unknown]))

/** Returns a function that names what has changed since. */
export function left(): () => string[] {
	const before = Object.entries(SHARED).map(([name, one]) => ({ name, one, properties: propertiesOf(one) }))
	return () => [
		...(vi.isFakeTimers() ? ['the clock'] : []),
		...before.flatMap(({ name, one, properties }) => {
			const now = propertiesOf(one)
			return [...new Set([...properties.keys(), ...now.keys()])]
				.filter((property) => !Object.is(properties.get(property), now.get(property)))
				.map((property) => `${name}.${property}`)
		}),
	]
}
