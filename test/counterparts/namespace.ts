import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate } from '../../src/tools/certificate.ts'
import { listens } from './mailing.ts'
import { NotRun } from './packages.ts'

interface Server {
	/** Debian packages. */
	packages: string[]
	/** Users that they would make. */
	users: string[]
	/** A shell script that ends as the server. The folder has `key.pem` and `certificate.pem`. */
	script: (folder: string) => string
	ports: number[]
	/** Below `/var`, what the server keeps. */
	kept: string
}

/** Runs a server of Debian's that wants to be root, unpacked in a mount namespace of its own: outside of it nothing changes. */
export async function started({ packages, users, script, ports, kept }: Server) {
	if (process.getuid?.() !== 0) throw new NotRun('This needs root, for a mount namespace.')
	const folder = mkdtempSync(join(tmpdir(), 'plinth-namespace-'))
	const at = (...path: string[]) => join(folder, ...path)
	for (const one of ['debs', 'unpacked/etc', 'unpacked/var', 'etc', 'etc-work', 'var', 'var-work'])
		mkdirSync(at(one), { recursive: true })
	try {
		execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' })
		execFileSync('apt-get', ['download', ...packages], { cwd: at('debs'), stdio: 'ignore' })
	} catch (error) {
		rmSync(folder, { recursive: true })
		throw new NotRun(`No mount namespace with ${packages.join(', ')}: ${(error as Error).message}`)
	}
	for (const file of readdirSync(at('debs'))) execFileSync('dpkg-deb', ['-x', at('debs', file), at('unpacked')])
	const { key, cert } = await certificate()
	writeFileSync(at('key.pem'), key, { mode: 0o600 })
	writeFileSync(at('certificate.pem'), cert)
	chmodSync(folder, 0o711)
	const layers = (name: string) =>
		`lowerdir=${at('unpacked', name)}:/${name},upperdir=${at(name)},workdir=${at(`${name}-work`)}`
	writeFileSync(
		at('run.sh'),
		[
			'set -e',
			`mount -t overlay overlay -o lowerdir=${at('unpacked/usr')}:/usr /usr`,
			...['etc', 'var'].map((name) => `mount -t overlay overlay -o ${layers(name)} /${name}`),
			'mount -t tmpfs none /run',
			...users.flatMap((name, index) => [
				`echo '${name}:x:${64_900 + index}:${64_900 + index}::/:/bin/false' >> /etc/passwd`,
				`echo '${name}:x:${64_900 + index}:' >> /etc/group`,
			]),
			script(folder),
		].join('\n'),
	)
	const server = spawn('unshare', ['-m', 'bash', at('run.sh')], {
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const ended = once(server, 'exit')
	let said = ''
	for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
	const stop = async () => {
		server.kill()
		await ended
		rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
	}
	for (const port of ports)
		for (let waited = 0; !(await listens(port)); waited += 200) {
			if (waited > 30_000 || server.exitCode !== null) {
				await stop()
				throw new Error(`${packages[0]} doesn't listen on ${port}: ${said}`)
			}
			await sleep(200)
		}
	/** The files that the server keeps, as one text. */
	const spool = () => execFileSync('grep', ['-rha', '', at('var', kept)], { encoding: 'utf8', maxBuffer: 2 ** 26 })
	return { spool, stop }
}
