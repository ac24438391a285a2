import { Buffer } from 'node:buffer'
import { hasControls, type Mailbox } from './mailbox.ts'

/** The mail that shows that mail leaves. */
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
		'An administrator asked for it, to see whether the e-mail configuration works. It does.',
		'',
	].join('\r\n')
}

// Whatever was checked before: no address ends its header here.
function plain(address: string): string {
	if (hasControls(address) || /[\s<>,]/.test(address)) throw new Error('An address would break its header')
	return address
}

/** A display name before its address: quoted (RFC 5322), or encoded words when it is not ASCII (RFC 2047). */
function phrase(name: string): string {
	if (name === '') return ''
	if (/^[\x20-\x7e]*$/.test(name)) return `"${name.replaceAll(/["\\]/g, '\\$&')}" `
	const words = piecesOf(name).map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`)
	return `${words.join('\r\n ')} `
}

/** Bytes in an encoded word, which has 75 characters at most. */
const MAX_BYTES = 45

/** Cuts text between characters, since each encoded word is decoded by itself. */
function piecesOf(text: string): string[] {
	const pieces = ['']
	for (const character of text) {
		const grown = `${pieces.at(-1)}${character}`
		if (Buffer.byteLength(grown) > MAX_BYTES) pieces.push(character)
		else pieces[pieces.length - 1] = grown
	}
	return pieces
}
