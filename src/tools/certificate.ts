import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generate } from 'selfsigned'
import { ROOT } from './settings.ts'

// The certificate of the local receiver, made at first use. It belongs to the checkout and not to a state, so that whoever
// starts the receiver and whoever calls it agree, wherever each keeps its state.

const FOLDER = join(ROOT, '.wrangler/receiver')
const KEY = join(FOLDER, 'key.pem')
const CERTIFICATE = join(FOLDER, 'certificate.pem')
const TRUSTED = join(dirname(FOLDER), 'trusted.pem')

const YEARS = 10

/** The receiver's private key and certificate. */
export async function certificate(): Promise<{ key: string; cert: string }> {
	if (!existsSync(CERTIFICATE)) await make()
	return { key: readFileSync(KEY, 'utf8'), cert: readFileSync(CERTIFICATE, 'utf8') }
}

/** A file of what the local Worker trusts besides the public authorities: the receiver, and what `NODE_EXTRA_CA_CERTS` names. */
export async function trustedFile(): Promise<string> {
	const { cert } = await certificate()
	const given = process.env.NODE_EXTRA_CA_CERTS
	if (given !== undefined && !existsSync(given)) console.error(`NODE_EXTRA_CA_CERTS names no file: ${given}`)
	const others = given !== undefined && existsSync(given) ? readFileSync(given, 'utf8') : ''
	writeFileSync(TRUSTED, `${cert.trim()}\n${others}`)
	return TRUSTED
}

async function make() {
	const notAfterDate = new Date()
	notAfterDate.setFullYear(notAfterDate.getFullYear() + YEARS)
	const made = await generate([{ name: 'commonName', value: 'Plinth local receiver' }], {
		keyType: 'ec',
		algorithm: 'sha256',
		notAfterDate,
		extensions: [
			// No authority: it vouches for this machine and for nothing else.
			{ name: 'basicConstraints', cA: false, critical: true },
			{ name: 'keyUsage', digitalSignature: true, critical: true },
			{ name: 'extKeyUsage', serverAuth: true },
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'localhost' },
					{ type: 7, ip: '127.0.0.1' },
				],
			},
		],
	})
	mkdirSync(dirname(FOLDER), { recursive: true })
	const made_in = mkdtempSync(`${FOLDER}-`)
	writeFileSync(join(made_in, 'key.pem'), made.private, { mode: 0o600 })
	writeFileSync(join(made_in, 'certificate.pem'), made.cert)
	try {
		// Both files at once, and by one process: the other one's certificate is as good.
		renameSync(made_in, FOLDER)
	} catch {
		rmSync(made_in, { recursive: true })
	}
}
