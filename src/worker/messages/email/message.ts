import { Buffer } from 'node:buffer'
import { publicUrlOf } from '../../ground/http/public-url.ts'
import { hasControls, type Mailbox } from './mailbox.ts'

/** What a mail says. Lines end with LF. With `html` the mail client chooses between the two versions. */
export interface MailText {
	subject: string
	text: string
	html?: string
}

/** What the test mail says. */
export const TEST_MAIL: MailText = {
	subject: 'Plinth test mail',
	text: ['This is a test mail from Plinth.', 'An administrator sent it to check the e-mail settings. They work.'].join(
		'\n\n',
	),
}

/** A mail that says at its end where it comes from: the product, and the instance's address if the operator set it. */
export function signed(env: Pick<Env, 'PUBLIC_URL'>, { subject, text, html }: MailText): MailText {
	const address = publicUrlOf(env)
	const origin = address === undefined ? 'Plinth' : `Plinth at ${address}`
	return {
		subject,
		text: `${text}\n\n-- \n${origin}`,
		...(html !== undefined && { html: `${html}\n<p>-- <br>${escaped(origin)}</p>` }),
	}
}

/** A time as a mail says it. */
export const utc = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`

/** How much of a text by others a mail quotes. Whoever wants all of it reads it where it was written. */
const MOST_QUOTED = 200

/** What mail programs make links of: the dots of names, the colon of a scheme, the sign of an address, and shares of Windows. */
const LINKING = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])|(?<=\p{L}):(?=\S)|(?<=\S)@(?=\S)|\\(?=\\)/gu

/** What others wrote, as one line of a mail: at most so much of it, in quotes that it can't close, and nothing in it becomes a link. */
export function quoted(text: string): string {
	const line = text
		.replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
		.trim()
		.replaceAll('"', "'")
	// The cut may halve a character.
	const cut = line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED - 3).replace(/\p{Cs}$/u, '')}...` : line
	return `"${cut.replaceAll(LINKING, '[$&]')}"`
}

/** A text inside HTML. */
export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A mail as headers and body with CRLF (RFC 5322). With an HTML version it's `multipart/alternative` (RFC 2046). */
export function messageOf(
	from: Mailbox,
	to: string,
	{ subject, text, html }: MailText,
	at: Date,
	id: string = crypto.randomUUID(),
): string {
	const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
	return [
		`From: ${phrase(from.name)}<${plain(from.address)}>`,
		`To: <${plain(to)}>`,
		`Subject: ${ascii(subject) ? subject : encoded(subject)}`,
		`Date: ${at.toUTCString().replace('GMT', '+0000')}`,
		`Message-ID: <${id}@${domain}>`,
		'Auto-Submitted: auto-generated',
		'MIME-Version: 1.0',
		...(html === undefined ? part('plain', text) : alternatives(part('plain', text), part('html', html))),
	].join('\r\n')
}

/** The parts between their boundaries, the simplest first. */
function alternatives(...parts: string[][]): string[] {
	const boundary = crypto.randomUUID()
	return [
		`Content-Type: multipart/alternative; boundary="${boundary}"`,
		'',
		...parts.flatMap((lines) => [`--${boundary}`, ...lines]),
		`--${boundary}--`,
		'',
	]
}

/** The headers and the body of one part. Text that is not ASCII goes as base64, since SMTP carries 7 bits. */
function part(kind: 'plain' | 'html', content: string): string[] {
	const is7bit = ascii(content.replaceAll('\n', ''))
	const lines = is7bit
		? content.split('\n')
		: (Buffer.from(content)
				.toString('base64')
				.match(/.{1,76}/g) ?? [])
	return [
		`Content-Type: text/${kind}; charset=utf-8`,
		`Content-Transfer-Encoding: ${is7bit ? '7bit' : 'base64'}`,
		'',
		...lines,
		'',
	]
}

const ascii = (value: string) => /^[\x20-\x7e]*$/.test(value)

// The last check before we write the header. The schemas already refuse such an address.
function plain(address: string): string {
	if (hasControls(address) || /[\s<>,]/.test(address)) throw new Error('An address would break its header')
	return address
}

/** A display name before its address: quoted (RFC 5322), or as encoded words if it isn't ASCII (RFC 2047). */
function phrase(name: string): string {
	if (name === '') return ''
	return ascii(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}" ` : `${encoded(name)} `
}

/** Encoded words, one per line. */
const encoded = (text: string) =>
	piecesOf(text)
		.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`)
		.join('\r\n ')

/** Bytes in an encoded word. RFC 2047 limits the whole word to 75 characters. */
const MAX_BYTES = 45

/** Cuts text between characters, because mail clients decode each encoded word separately. */
function piecesOf(text: string): string[] {
	const pieces = ['']
	for (const character of text) {
		const grown = `${pieces.at(-1)}${character}`
		if (Buffer.byteLength(grown) > MAX_BYTES) pieces.push(character)
		else pieces[pieces.length - 1] = grown
	}
	return pieces
}
