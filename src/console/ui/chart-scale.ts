/** Round numbers from 0 to at least `max`, for the lines of a chart. */
export function ticksUpTo(max: number, count = 4): number[] {
	if (max <= 0) return [0, 1]
	const rough = max / count
	const power = 10 ** Math.floor(Math.log10(rough))
	const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
	return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
}

/** The path of a line through points. */
export const lineThrough = (points: readonly (readonly [x: number, y: number])[]) =>
	points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
