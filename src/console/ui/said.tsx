import { Fragment } from 'react'

const [OPEN, CLOSE] = ['\u2068', '\u2069']

/** Marks a name in a sentence. In a name that turns its text around, it stops at the name's end. */
export const named = (name: string) => `${OPEN}${name.replaceAll(/[\u2066-\u2069]/g, '')}${CLOSE}`

/** A sentence without marks, for what shows plain text. */
export const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')

/** What turns the text after it around. Only a name can have it. */
const TURNING = /[\u202a-\u202e\u2066\u2067]/g

/**
 * A sentence with its names isolated, and what stands between backticks as code. A name that isn't marked turns nothing around
 * either.
 */
export const Said = ({ text }: { text: string }) =>
	text.split(/(\u2068[^\u2069]*\u2069|`[^`]+`)/).map((part, index) => {
		const inner = part.slice(1, -1)
		// oxlint-disable-next-line no-array-index-key -- the parts of a text never move
		if (part.startsWith(OPEN)) return <bdi key={index}>{inner}</bdi>
		// oxlint-disable-next-line no-array-index-key -- the parts of a text never move
		if (part.startsWith('`') && inner) return <code key={index}>{inner}</code>
		// oxlint-disable-next-line no-array-index-key -- the parts of a text never move
		return <Fragment key={index}>{part.replaceAll(TURNING, '')}</Fragment>
	})
