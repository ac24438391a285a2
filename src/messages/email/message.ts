import { Buffer } from 'node:buffer'
import { hasControls, type Mailbox } from './mailbox.ts'

/** The test mail, as headers and body with CRLF (RFC 5322). */
export function testMessage(from: Mailbox, to: string, at: Date): string {
	const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
	return [
		`From: ${phrase(from.name)}<${plain(from.address)}>`,
		`To: <${plain(to)}>`,
		'Subject: Plinth test mail',
		`Date: ${at.toUTCString().replace('GMT', '+0000')}`,
		`Message-ID: <${crypto.randomUUID()}@${domain}>`,
		'Auto-Submitted: auto-generated',
		'MIME-Version: 1.0',
		'Content-Type: text/plain; charset=utf-8',
		'Content-Transfer-Encoding: 7bit',
		'',
		'This is a test mail from Plinth.',
		'',
		'An administrator sent it to check the e-mail configuration. The configuration works.',
		'',
	].join('\r\n')
}

// The last check before the header is written. The schemas have refused such an address before.
function plain(address: string): string {
	if (hasControls(address) || /[\s<>,]/.test(address)) throw new Error('An address would break its header')
	return address
}

/** A display name before its address: quoted (RFC 5322), or as encoded words when it is not ASCII (RFC 2047). */
function phrase(name: string): string {
	if (name === '') return ''
	if (/^[\x20-\x7e]*$/.test(name)) return `"${name.replaceAll(/["\\]/g, '\\$&')}" `
	const words = piecesOf(name).map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`)
	return `${words.join('\r\n ')} `
}

/** Bytes in an encoded word. RFC 2047 limits the whole word to 75 characters. */
const MAX_BYTES = 45

/** Cuts text between characters, because a reader decodes each encoded word by itself. */
function piecesOf(text: string): string[] {
	const pieces = ['']
	for (const character of text) {
		const grown = `${pieces.at(-1)}${character}`
		if (Buffer.byteLength(grown) > MAX_BYTES) pieces.push(character)
		else pieces[pieces.length - 1] = grown
	}
	return pieces
}
