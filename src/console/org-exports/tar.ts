const BLOCK = 512
const encoder = new TextEncoder()

/** A file in an archive, which needs its size before its content. */
interface Packed {
	name: string
	content: Blob
}

/** A tar archive, which every system can unpack: for each file a block with its name and size, and its content in whole blocks. */
export function tarOf(files: Packed[], at: Date): Blob {
	const parts = files.flatMap(({ name, content }) => [
		headOf(name, content.size, at),
		content,
		new Uint8Array((BLOCK - (content.size % BLOCK)) % BLOCK),
	])
	return new Blob([...parts, new Uint8Array(BLOCK * 2)], { type: 'application/x-tar' })
}

/** Fields at fixed places, with octal numbers (POSIX.1-1988, "ustar"). */
function headOf(name: string, size: number, at: Date): Uint8Array<ArrayBuffer> {
	const head = new Uint8Array(BLOCK)
	const put = (place: number, text: string) => head.set(encoder.encode(text), place)
	put(0, name)
	put(100, '0000644')
	put(108, '0000000')
	put(116, '0000000')
	put(124, octal(size, 11))
	put(136, octal(Math.floor(at.getTime() / 1_000), 11))
	// The checksum counts itself as spaces.
	put(148, ' '.repeat(8))
	put(156, '0')
	put(257, 'ustar')
	put(263, '00')
	put(148, `${octal(sumOf(head), 6)}\0 `)
	return head
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

const sumOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum + byte, 0)
