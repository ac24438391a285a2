import { useSyncExternalStore } from 'react'

// Whether times are shown exactly, in UTC, instead of as "5 min. ago". This browser remembers it.

const KEY = 'plinth.exact-times'

const listeners = new Set<() => void>()
let isOn = false

export const isExact = () => isOn

export function setExact(exact: boolean): void {
	if (exact) localStorage.setItem(KEY, 'utc')
	else localStorage.removeItem(KEY)
	apply()
}

/** The tables give exact times more room. */
function apply() {
	isOn = localStorage.getItem(KEY) !== null
	document.documentElement.toggleAttribute('data-exact-times', isOn)
	for (const listener of listeners) listener()
}

/** Reads what this browser remembers, and follows its other tabs. */
export function startExact(): void {
	apply()
	addEventListener('storage', ({ key }) => key === KEY && apply())
}

const subscribe = (listener: () => void) => {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

export const useExact = () => useSyncExternalStore(subscribe, isExact)
