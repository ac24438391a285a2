// Mail to Debian's postfix: STARTTLS and TLS, AUTH by Cyrus SASL, a long line, and what it refuses. Its queue shows what arrived.
import assert from 'node:assert/strict'
import { mailing, PASSWORD, USER } from './mailing.ts'
import { started } from './namespace.ts'
import { counterpart } from './packages.ts'
import { withPlinth } from './plinth.ts'

const PORTS = { starttls: 8828, tls: 8829 }

const script = (folder: string) => `
cat > /etc/postfix/main.cf <<END
compatibility_level = 3.6
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
myhostname = mail.example.com
inet_interfaces = 127.0.0.1
mydestination =
alias_maps =
defer_transports = smtp
smtpd_tls_cert_file = ${folder}/certificate.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_local_domain = mail.example.com
cyrus_sasl_config_path = /etc/postfix/sasl
smtpd_recipient_restrictions = check_recipient_access texthash:/etc/postfix/refused, permit_sasl_authenticated, reject
smtpd_relay_restrictions =
END
cat > /etc/postfix/refused <<END
grey@example.com 450 4.2.0 greylisted, try again later
nobody@example.com 550 5.1.1 no such mailbox
END
sed -e '/^smtp .*inet/d' /usr/share/postfix/master.cf.dist > /etc/postfix/master.cf
cat >> /etc/postfix/master.cf <<END
127.0.0.1:${PORTS.starttls} inet n - n - - smtpd
127.0.0.1:${PORTS.tls} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
END
mkdir -p /etc/postfix/sasl
cat > /etc/postfix/sasl/smtpd.conf <<END
pwcheck_method: auxprop
auxprop_plugin: sasldb
mech_list: PLAIN LOGIN
sasldb_path: /etc/postfix/sasldb
END
echo ${PASSWORD} | saslpasswd2 -p -c -f /etc/postfix/sasldb -u mail.example.com ${USER}
chown postfix /etc/postfix/sasldb /var/lib/postfix
postfix check
exec /usr/lib/postfix/sbin/master -d
`

await counterpart('postfix', async () => {
	const postfix = await started({
		packages: ['postfix', 'sasl2-bin', 'libsasl2-modules', 'libsasl2-modules-db'],
		users: ['postfix', 'postdrop'],
		script,
		ports: Object.values(PORTS),
		kept: 'spool/postfix',
	})
	try {
		const hosts = Object.values(PORTS).map((port) => `localhost:${port}`)
		return await withPlinth({ OUTBOUND_ALLOWLIST: hosts.join(',') }, async (plinth) => {
			const by = await mailing(plinth)
			const starttls = { smtp_tls_mode: 'starttls', smtp_port: PORTS.starttls }
			assert.equal(await by('one@example.com', starttls), 'sent')
			assert.equal(await by('two@example.com', { smtp_tls_mode: 'tls', smtp_port: PORTS.tls }), 'sent')
			const queue = postfix.spool()
			for (const name of ['one', 'two']) assert(queue.includes(`${name}@example.com`), `${name} didn't arrive`)
			assert.match(await by('grey@example.com', starttls), /greylisted, try again later/)
			assert.match(await by('nobody@example.com', starttls), /no such mailbox/)
			assert.match(await by('one@example.com', { ...starttls, smtp_pass: 'another-password' }), /"stage":"auth"/)
			assert.match(await by('three@example.com', { ...starttls, smtp_user: '', smtp_pass: '' }), /"stage":"rcpt"/)
			assert.match(await by('ünal@example.com', starttls), /^400 /)
			assert(!/(grey|nobody|three)@example\.com/.test(postfix.spool()), 'what was refused is in no queue')
			return [
				'postfix takes mail by STARTTLS and by TLS, with AUTH PLAIN of Cyrus SASL',
				'a greylisting, an unknown mailbox, a wrong password and a missing one end with their stage and the words of postfix',
			]
		})
	} finally {
		await postfix.stop()
	}
})
