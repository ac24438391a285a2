/**
 * A short fingerprint of a text, to detect changes: two FNV-1a chains of 32 bits, where the first feeds the second. It's not
 * for security: two texts with the same fingerprint are easy to make.
 */
export function fingerprintOf(text: string): string {
	let one = 0x811c9dc5
	let two = 0x9747b28c
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index)
		one = Math.imul(one ^ unit, 0x01000193)
		two = Math.imul(two ^ unit ^ (one >>> 15), 0x85ebca6b)
	}
	return (one >>> 0).toString(36) + (two >>> 0).toString(36)
}
