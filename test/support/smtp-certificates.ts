import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

// The SMTP servers' certificates. They're made before Miniflare is loaded, because it reads what it trusts only once, and kept in
// a folder of this run for the servers.

const HERE = [
	{ type: 2, value: 'localhost' },
	{ type: 7, ip: '127.0.0.1' },
] as const

interface Certificate {
	key: string
	cert: string
}

export interface Certificates {
	trusted: Certificate
	/** Trusted too, but not for this host. */
	elsewhere: Certificate
	untrusted: Certificate
}

/** Makes the certificates, and has the Worker trust two of them in addition to those it trusts anyway. */
export async function trustCertificates(): Promise<void> {
	if (process.env.SMTP_CERTIFICATES !== undefined) return
	const made: Certificates = {
		trusted: await make('trusted', HERE),
		elsewhere: await make('elsewhere', [{ type: 2, value: 'elsewhere.example' }]),
		untrusted: await make('untrusted', HERE),
	}
	const folder = mkdtempSync(join(tmpdir(), 'plinth-smtp-'))
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
	const given = process.env.NODE_EXTRA_CA_CERTS
	const others = given !== undefined && existsSync(given) ? readFileSync(given, 'utf8') : ''
	const trusted = join(folder, 'trusted.pem')
	writeFileSync(trusted, [made.trusted.cert, made.elsewhere.cert, others].map((pem) => pem.trim()).join('\n'))
	const file = join(folder, 'certificates.json')
	writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
	process.env.NODE_EXTRA_CA_CERTS = trusted
	process.env.SMTP_CERTIFICATES = file
}

/** The certificates of this run. */
export const certificates = (): Certificates => JSON.parse(readFileSync(String(process.env.SMTP_CERTIFICATES), 'utf8'))

async function make(commonName: string, altNames: readonly ((typeof HERE)[number] | { type: 2; value: string })[]) {
	const made = await generate([{ name: 'commonName', value: commonName }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: false, critical: true },
			{ name: 'subjectAltName', altNames: [...altNames] },
		],
	})
	return { key: made.private, cert: made.cert }
}
