// A credential that Plinth sealed, opened by Debian's jose (C), by node-jose, and by python3-jwcrypto without our client. Whatever is
// changed in it, none of them opens it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { counterpart, debian, packages } from './packages.ts'
import { type Plinth, withPlinth } from './plinth.ts'

const SECRET = 'sk-of-the-vendor-0123456789'

interface NodeJose {
	JWK: { asKey: (jwk: object) => Promise<object> }
	JWE: { createDecrypt: (key: object) => { decrypt: (jwe: string) => Promise<{ plaintext: Buffer }> } }
}

const PYTHON = `
import json, sys
from jwcrypto import jwe, jwk
given = json.load(sys.stdin)
token = jwe.JWE()
token.deserialize(given["sealed"], key=jwk.JWK(**given["key"]))
sys.stdout.write(token.payload.decode())
`

/** A provider's key, sealed for a new pair of keys on this curve. */
async function sealedFor({ call }: Plinth, crv: 'P-256' | 'X25519'): Promise<{ sealed: string; key: object }> {
	const { privateKey } =
		crv === 'P-256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('x25519')
	const { d: _, ...publicJwk } = privateKey.export({ format: 'jwk' })
	const org = await call('POST', '/v1/orgs', { name: crv })
	const accounts = `/v1/orgs/${org.id}/service-accounts`
	const scopes = ['runtime.resolve', 'runtime.report', 'data.secrets']
	const account = await call('POST', accounts, { name: crv, scopes })
	await call('PUT', `${accounts}/${account.id}/encryption-keys`, publicJwk)
	const { key: token } = await call('POST', `${accounts}/${account.id}/keys`, { name: crv })
	const provider = { name: 'main', provider: 'vendor_a', api_key: SECRET }
	const { id } = await call('POST', '/v1/llm-providers', provider, token)
	await call('POST', `/v1/llm-providers/${id}/models`, { model: 'large' }, token)
	const resolved = await call('POST', '/v1/runtime/models/resolve', { org_id: org.id, selector: 'main^large' }, token)
	return { sealed: resolved.api_key.$sealed, key: privateKey.export({ format: 'jwk' }) }
}

/** The same with one character changed in each of its five parts. */
const tampered = (sealed: string) =>
	sealed.split('.').map((part, index, parts) => {
		const at = Math.floor(part.length / 2)
		const changed = part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1)
		return parts.with(index, changed).join('.')
	})

await counterpart('sealed', async () => {
	const jose = packages('node-jose').require('node-jose') as NodeJose
	debian('jose --help', 'jose')
	debian('/usr/bin/python3 -c "import jwcrypto"', 'python3-jwcrypto')
	const folder = mkdtempSync(join(tmpdir(), 'plinth-sealed-'))
	const openers: Record<string, (sealed: string, key: object) => Promise<string> | string> = {
		"Debian's jose": (sealed, key) => {
			writeFileSync(join(folder, 'key.jwk'), JSON.stringify(key))
			const options = ['jwe', 'dec', '-i', '-', '-k', join(folder, 'key.jwk')]
			return execFileSync('jose', options, { input: sealed, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
		},
		'node-jose': async (sealed, key) => {
			const { plaintext } = await jose.JWE.createDecrypt(await jose.JWK.asKey(key)).decrypt(sealed)
			return plaintext.toString()
		},
		'python3-jwcrypto': (sealed, key) => {
			const input = JSON.stringify({ sealed, key })
			return execFileSync('/usr/bin/python3', ['-c', PYTHON], {
				input,
				encoding: 'utf8',
				stdio: ['pipe', 'pipe', 'ignore'],
			})
		},
	}
	const opens = async (name: string, sealed: string, key: object): Promise<unknown> => {
		try {
			return JSON.parse((await openers[name]?.(sealed, key)) ?? '')
		} catch {
			return undefined
		}
	}
	try {
		return await withPlinth({}, async (plinth) => {
			const lines: string[] = []
			const { sealed, key } = await sealedFor(plinth, 'P-256')
			const { key: stranger } = await sealedFor(plinth, 'P-256')
			for (const name of Object.keys(openers)) {
				assert.equal(
					((await opens(name, sealed, key)) as { value?: string } | undefined)?.value,
					SECRET,
					`P-256 in ${name}`,
				)
				for (const changed of tampered(sealed)) assert.equal(await opens(name, changed, key), undefined, name)
				assert.equal(await opens(name, sealed, stranger), undefined, `${name} with another key`)
				lines.push(`${name} opens what is sealed for P-256, and nothing of it that was changed`)
			}
			const modern = await sealedFor(plinth, 'X25519')
			for (const name of Object.keys(openers)) {
				const isOpen = (await opens(name, modern.sealed, modern.key)) !== undefined
				lines.push(`${name} ${isOpen ? 'opens' : "doesn't open"} what is sealed for X25519`)
			}
			return lines
		})
	} finally {
		rmSync(folder, { recursive: true })
	}
})
