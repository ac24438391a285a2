import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generate } from 'selfsigned'
import { ROOT } from './settings.ts'

// The local receiver's certificate, made at first use. It belongs to the checkout and not to an instance's state, so the
// receiver and the Worker that calls it share it, wherever each keeps its state.

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

/**
 * The path of a file with the certificates that the local Worker trusts besides the public ones: the receiver's, and those in
 * the file that `NODE_EXTRA_CA_CERTS` names.
 */
export async function trustedFile(): Promise<string> {
	const { cert } = await certificate()
	const given = process.env.NODE_EXTRA_CA_CERTS
	if (given !== undefined && !existsSync(given))
		console.error(`There is no file ${given}, which NODE_EXTRA_CA_CERTS names.`)
	const others = given !== undefined && existsSync(given) ? readFileSync(given, 'utf8') : ''
	// Another instance may be reading it.
	writeFileSync(`${TRUSTED}.${process.pid}`, `${cert.trim()}\n${others}`)
	renameSync(`${TRUSTED}.${process.pid}`, TRUSTED)
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
			// Not an authority: it can't sign other certificates.
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
	const temporary = mkdtempSync(`${FOLDER}-`)
	writeFileSync(join(temporary, 'key.pem'), made.private, { mode: 0o600 })
	writeFileSync(join(temporary, 'certificate.pem'), made.cert)
	try {
		// Both files appear at once. If another process was faster, its certificate will do.
		renameSync(temporary, FOLDER)
	} catch {
		rmSync(temporary, { recursive: true })
	}
}
