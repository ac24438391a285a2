/** The result of work that takes at most `ms` milliseconds. Throws what `late` makes if it takes longer. */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const deadline = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(late()), ms)
	})
	try {
		return await Promise.race([work, deadline])
	} finally {
		clearTimeout(timer)
	}
}
