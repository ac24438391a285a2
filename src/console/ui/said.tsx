import { Fragment } from 'react'

const [OPEN, CLOSE] = ['\u2068', '\u2069']

/** Marks a name in a sentence. In a name that turns its text around, it stops at the name's end. */
export const named = (name: string) => `${OPEN}${name.replaceAll(/[\u2066-\u2069]/g, '')}${CLOSE}`

/** A sentence without marks, for what shows plain text. */
export const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')

/** A marked name, code, or what's written from right to left. What follows the last, such as a number, would go to its left. */
const PARTS = /(\u2068[^\u2069]*\u2069|`[^`]+`|[\u0590-\u08ff\ufb1d-\ufefc]+(?:\s[\u0590-\u08ff\ufb1d-\ufefc]+)*)/

/** What turns the text after it around. Only a name can have it. */
const TURNING = /[\u202a-\u202e\u2066\u2067]/g

/**
 * A sentence with its names isolated, and what stands between backticks as code. A name that isn't marked turns nothing around
 * either.
 */
export const Said = ({ text }: { text: string }) =>
	text.split(PARTS).map((part, index) => {
		const inner = part.slice(1, -1)
		// oxlint-disable-next-line no-array-index-key -- the parts of a text never move
		if (index % 2 === 0) return <Fragment key={index}>{part.replaceAll(TURNING, '')}</Fragment>
		// oxlint-disable-next-line no-array-index-key -- the parts of a text never move
		if (part.startsWith('`')) return <code key={index}>{inner}</code>
		// oxlint-disable-next-line no-array-index-key -- the parts of a text never move
		return <bdi key={index}>{part.startsWith(OPEN) ? inner : part}</bdi>
	})
