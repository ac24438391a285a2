// What an isolate remembers between requests. All of it may be lost at any moment, and nothing is wrong afterwards: it's read again.

const forgetters: (() => void)[] = []

/** Signs up what makes this isolate forget something. Everything in a module that changes has one. */
export const onForget = (forget: () => void): void => void forgetters.push(forget)

/** Signs up a map or a set that fills while the isolate works, and returns it. */
export function forgettable<Memory extends { clear: () => void }>(memory: Memory): Memory {
	onForget(() => memory.clear())
	return memory
}

/** Makes this isolate like a new one. */
export const forgetEverything = (): void => forgetters.forEach((forget) => forget())
