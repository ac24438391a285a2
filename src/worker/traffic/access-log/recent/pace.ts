/** How many appends a second the object aims for. An object that writes storage takes some 200 to 500. */
const WANTED_PER_S = 100

/**
 * Counts appends, and returns by what factor they came too often, in this second or the one before: 2 asks every isolate to wait
 * twice as long before its next append.
 */
export function newPace(): (now: number) => number {
	let second = 0
	let count = 0
	let before = 0
	return (now) => {
		const current = Math.floor(now / 1000)
		if (current !== second) {
			before = current === second + 1 ? count : 0
			second = current
			count = 0
		}
		count += 1
		return Math.max(before, count) / WANTED_PER_S
	}
}
