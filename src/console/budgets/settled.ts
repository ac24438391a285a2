import { useEffect, useState } from 'react'

/** Somebody who types is waited for. */
const PAUSE_MS = 350

/** A draft, once nobody has typed for a moment. */
export function useSettled<Draft>(draft: Draft): Draft {
	const [settled, setSettled] = useState(draft)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(draft), PAUSE_MS)
		return () => clearTimeout(timer)
	}, [draft])
	return settled
}
