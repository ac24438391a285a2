import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'

// A dialog closes when somebody clicks outside of it. So what comes above all dialogs is a part of the topmost one.

const Above = createContext<ReactNode>(undefined)

let windows: readonly object[] = []
const listeners = new Set<() => void>()

function show(next: readonly object[]) {
	windows = next
	for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

const topmost = () => windows.at(-1)

/** Shows `above` in the topmost dialog, or above the page if none is open. */
export function AboveAll({ above, children }: { above: ReactNode; children: ReactNode }) {
	const isPage = useSyncExternalStore(subscribe, topmost) === undefined
	return (
		<>
			<Above value={above}>{children}</Above>
			{isPage && above}
		</>
	)
}

/** The place in a dialog for what's above all dialogs. */
export function Topmost() {
	const above = useContext(Above)
	const isBelow = above !== undefined
	const [own] = useState(() => ({}))
	const isTop = useSyncExternalStore(subscribe, topmost) === own
	useEffect(() => {
		if (!isBelow) return undefined
		show([...windows, own])
		return () => show(windows.filter((one) => one !== own))
	}, [own, isBelow])
	return isTop && <Above value={undefined}>{above}</Above>
}
