// Mail to Debian's exim, unpacked and run as an ordinary user: STARTTLS and TLS, AUTH PLAIN and LOGIN, and what a server refuses. Its
// queue shows what arrived.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate } from '../../src/tools/certificate.ts'
import { listens, mailing, PASSWORD, USER } from './mailing.ts'
import { counterpart, NotRun } from './packages.ts'
import { withPlinth } from './plinth.ts'

const PORTS = { plain: 8825, tls: 8826, login: 8827 }
/** The user that the package is built for. It's whoever runs the script, or nobody. */
const BUILT_FOR = 'Debian-exim'
const [uid, gid] = process.getuid?.() === 0 ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0]

const configOf = (folder: string) => `
primary_hostname = mail.example.com
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
queue_only = true
tls_advertise_hosts = *
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
daemon_smtp_ports = ${Object.values(PORTS).join(' : ')}
tls_on_connect_ports = ${PORTS.tls}
local_interfaces = 127.0.0.1
auth_advertise_hosts = *
acl_smtp_rcpt = rcpt
acl_smtp_data = data
host_lookup =
begin acl
rcpt:
  deny condition = \${if !def:authenticated_id}
       message = sign in first
  defer condition = \${if match{$local_part}{\\N^grey\\N}}
        message = greylisted, try again later
  deny condition = \${if match{$local_part}{\\N^nobody\\N}}
       message = no such mailbox
  accept
data:
  accept
begin routers
all:
  driver = accept
  transport = none
begin transports
none:
  driver = appendfile
  file = /dev/null
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${USER}}}{eq{$auth3}{${PASSWORD}}}}}
  server_set_id = $auth2
  server_advertise_condition = \${if and{{def:tls_in_cipher}{!eq{$received_port}{${PORTS.login}}}}}
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = \${if and{{eq{$auth1}{${USER}}}{eq{$auth2}{${PASSWORD}}}}}
  server_set_id = $auth1
  server_advertise_condition = \${if def:tls_in_cipher}
`

/** Unpacks exim, and starts it. Returns how to stop it, and what its queue has. */
async function startExim() {
	const folder = mkdtempSync(join(tmpdir(), 'plinth-exim-'))
	chmodSync(folder, 0o755)
	const names = ['exim4-daemon-light', 'libidn12', 'libnss-wrapper']
	try {
		execFileSync('apt-get', ['download', ...names], { cwd: folder, stdio: 'ignore' })
		for (const file of readdirSync(folder)) execFileSync('dpkg-deb', ['-x', file, 'unpacked'], { cwd: folder })
	} catch (error) {
		throw new NotRun(`Couldn't get ${names.join(', ')}: ${(error as Error).message}`)
	}
	const exim = join(folder, 'unpacked/usr/sbin/exim4')
	// A program that runs as another user ignores both variables of the loader.
	chmodSync(exim, 0o755)
	const library = execFileSync('find', ['unpacked', '-name', 'libnss_wrapper.so'], { cwd: folder, encoding: 'utf8' })
	const wrapper = join(folder, library.trim())
	writeFileSync(join(folder, 'passwd'), `root:x:0:0::/root:/bin/sh\n${BUILT_FOR}:x:${uid}:${gid}::/tmp:/bin/sh\n`)
	writeFileSync(join(folder, 'group'), `root:x:0:\n${BUILT_FOR}:x:${gid}:\nmail:x:8:\n`)
	writeFileSync(join(folder, 'exim.conf'), configOf(folder))
	const { key, cert } = await certificate()
	writeFileSync(join(folder, 'key.pem'), key)
	writeFileSync(join(folder, 'certificate.pem'), cert)
	for (const one of ['spool', 'log']) {
		mkdirSync(join(folder, one))
		chownSync(join(folder, one), uid, gid)
	}
	chownSync(folder, uid, gid)
	const env = {
		LD_LIBRARY_PATH: join(wrapper, '..'),
		LD_PRELOAD: wrapper,
		NSS_WRAPPER_PASSWD: join(folder, 'passwd'),
		NSS_WRAPPER_GROUP: join(folder, 'group'),
	} as unknown as NodeJS.ProcessEnv
	const daemon = spawn(exim, ['-C', join(folder, 'exim.conf'), '-bdf'], {
		uid,
		gid,
		env,
		stdio: ['ignore', 'ignore', 'pipe'],
	})
	let said = ''
	daemon.stderr.on('data', (text: Buffer) => (said += text.toString()))
	for (let waited = 0; !(await listens(PORTS.login)); waited += 100) {
		assert(waited < 10_000 && daemon.exitCode === null, `exim doesn't listen: ${said}`)
		await sleep(100)
	}
	const input = join(folder, 'spool/input')
	return {
		/** The messages of its queue: the headers as exim keeps them, and the body. */
		queue: () =>
			readdirSync(input)
				.filter((file) => file.endsWith('-D'))
				.map(
					(file) =>
						readFileSync(join(input, file.replace(/-D$/, '-H')), 'utf8') + readFileSync(join(input, file), 'utf8'),
				),
		stop: async () => {
			const ended = once(daemon, 'exit')
			daemon.kill()
			await ended
			// A process of a connection may still write its last line.
			rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
		},
	}
}

await counterpart('mail', async () => {
	const exim = await startExim()
	try {
		const hosts = Object.values(PORTS).map((port) => `localhost:${port}`)
		return await withPlinth({ OUTBOUND_ALLOWLIST: hosts.join(',') }, async (plinth) => {
			const by = await mailing(plinth)
			const starttls = { smtp_tls_mode: 'starttls', smtp_port: PORTS.plain }
			assert.equal(await by('one@example.com', starttls), 'sent')
			assert.equal(await by('two@example.com', { smtp_tls_mode: 'tls', smtp_port: PORTS.tls }), 'sent')
			assert.equal(await by('three@example.com', { smtp_tls_mode: 'starttls', smtp_port: PORTS.login }), 'sent')
			const arrived = exim.queue()
			for (const name of ['one', 'two', 'three'])
				assert(
					arrived.some((mail) => mail.includes(`${name}@example.com`)),
					`${name} didn't arrive`,
				)
			assert.match(await by('grey@example.com', starttls), /"stage":"rcpt".*greylisted|greylisted.*"stage":"rcpt"/)
			assert.match(await by('nobody@example.com', starttls), /no such mailbox/)
			assert.match(await by('one@example.com', { ...starttls, smtp_pass: 'another-password' }), /"stage":"auth"/)
			assert.match(await by('one@example.com', { ...starttls, smtp_user: '', smtp_pass: '' }), /sign in first/)
			assert.match(await by('ünal@example.com', starttls), /^400 /)
			assert.equal(exim.queue().length, 3)
			return [
				'exim takes mail by STARTTLS with AUTH PLAIN, by STARTTLS with AUTH LOGIN alone, and by TLS',
				'a greylisting, an unknown mailbox, a wrong password and a missing one end with their stage and the words of exim',
				'an address beyond ASCII is refused before, because the client speaks no SMTPUTF8',
			]
		})
	} finally {
		await exim.stop()
	}
})
