import { useEffect } from 'react'
import { focusHeading } from '../ui/focus.ts'

let shown: string | undefined

/** The focus follows navigation to the heading. A load leaves it at the start of the document. */
export function useHeadingFocus(place: string) {
	useEffect(() => {
		const isLoad = shown === undefined
		shown = place
		return isLoad ? undefined : focusHeading()
	}, [place])
}
