/** Scrolls a list to one of its parts. `scrollIntoView` would also move the point from which Tab continues. */
export function scrollTo(list: HTMLElement, part: Element) {
	const [frame, box] = [list.getBoundingClientRect(), part.getBoundingClientRect()]
	if (box.top < frame.top) list.scrollTop -= frame.top - box.top
	// And a line more, because the sidebar then moves to the beginning of a line.
	else if (box.bottom > frame.bottom) list.scrollTop += box.bottom + box.height - frame.bottom
}
