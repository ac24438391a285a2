/** Round numbers from 0 to at least `max`, for the lines of a chart. */
export function ticksUpTo(max: number, count = 4): number[] {
	if (max <= 0) return [0, 1]
	const rough = max / count
	const power = 10 ** Math.floor(Math.log10(rough))
	const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
	return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
}

/** Undefined where nothing is known. */
type Place = readonly [x: number, y: number] | undefined

/** The path of a line through points, with a gap where one is unknown. */
export const lineThrough = (points: readonly Place[]) =>
	points
		.flatMap((point, index) =>
			point ? [`${points[index - 1] ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`] : [],
		)
		.join('')

/** The path of the area under a line, if all its points are known. */
export function areaUnder(points: readonly Place[], bottom: number): string {
	const [first, last] = [points[0], points.at(-1)]
	return points.length > 1 && first && last && points.every(Boolean)
		? `${lineThrough(points)}L${last[0]} ${bottom}L${first[0]} ${bottom}Z`
		: ''
}

/** Names at even distances, always with the last, and none that overlap. */
export function isLabelled(position: number, count: number, width: number): boolean {
	const every = Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / 110))))
	return (count - 1 - position) % every === 0 && (position > 0 || count < 3)
}
