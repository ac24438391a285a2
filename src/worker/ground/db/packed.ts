/** Lists of at most `most` in all. What is larger gets its own. */
export function packed<T>(items: readonly T[], sizeOf: (item: T) => number, most: number): T[][] {
	const lists: T[][] = []
	let room = 0
	for (const item of items) {
		const size = sizeOf(item)
		if (size > room) {
			lists.push([])
			room = most
		}
		lists.at(-1)?.push(item)
		room -= size
	}
	return lists
}
