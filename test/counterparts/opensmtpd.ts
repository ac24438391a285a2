// Mail to Debian's OpenSMTPD, without TLS: that of Debian 12 ends every TLS handshake with an internal error of its own. Its queue shows
// what arrived.
import assert from 'node:assert/strict'
import { mailing } from './mailing.ts'
import { started } from './namespace.ts'
import { counterpart } from './packages.ts'
import { withPlinth } from './plinth.ts'

const PORTS = { plain: 8832, starttls: 8833 }

const script = (folder: string) => `
mkdir -p /var/lib/opensmtpd/empty /var/spool/smtpd
chmod 711 /var/spool/smtpd
cat > /etc/smtpd.conf <<END
pki mail cert "${folder}/certificate.pem"
pki mail key "${folder}/key.pem"
table greys { "grey@example.com" }
table nobodies { "nobody@example.com" }
filter "grey" phase rcpt-to match rcpt-to <greys> reject "451 greylisted, try again later"
filter "nobody" phase rcpt-to match rcpt-to <nobodies> reject "550 no such mailbox"
filter "both" chain { "grey", "nobody" }
listen on 127.0.0.1 port ${PORTS.plain} filter "both"
listen on 127.0.0.1 port ${PORTS.starttls} tls pki mail filter "both"
action "keep" relay host smtp://127.0.0.1:1
match from any for any action "keep"
END
exec smtpd -d
`

await counterpart('opensmtpd', async () => {
	const opensmtpd = await started({
		packages: ['opensmtpd'],
		users: ['opensmtpd', 'opensmtpq'],
		script,
		ports: Object.values(PORTS),
		kept: 'spool/smtpd',
	})
	try {
		const hosts = Object.values(PORTS).map((port) => `localhost:${port}`)
		return await withPlinth({ OUTBOUND_ALLOWLIST: hosts.join(',') }, async (plinth) => {
			const by = await mailing(plinth)
			const plain = { smtp_tls_mode: 'none', smtp_port: PORTS.plain, smtp_user: '', smtp_pass: '' }
			assert.equal(await by('one@example.com', plain), 'sent')
			assert.match(opensmtpd.spool(), /one@example\.com/)
			assert.match(await by('grey@example.com', plain), /greylisted, try again later/)
			assert.match(await by('nobody@example.com', plain), /no such mailbox/)
			const broken = await by('two@example.com', { ...plain, smtp_tls_mode: 'starttls', smtp_port: PORTS.starttls })
			assert.match(broken, /"stage":"(tls|starttls)"/)
			assert(!/(grey|nobody|two)@example\.com/.test(opensmtpd.spool()), 'what was refused is in no queue')
			return [
				'OpenSMTPD takes mail without TLS, and its greylisting and unknown mailbox end with its words',
				'its TLS fails at its own end, and then nothing is sent without it',
			]
		})
	} finally {
		await opensmtpd.stop()
	}
})
