// `npm run admin-link -- --login <login>`: a one-time reset for a platform admin, written straight into the database.
import { parseArgs } from 'node:util'
import { sentenceOf } from '../worker/operations/backups/check.ts'
import { configured } from './configured.ts'
import { linkByDeployment } from './deployment-link.ts'
import { remoteAccount, remoteD1 } from './remote.ts'
import { withLocalD1 } from './state.ts'

const USAGE = `npm run admin-link -- --login <login>    a one-time token with which a platform admin chooses a new password

  --second-factor   also removes their passkeys, authenticator app and recovery codes
  --remote          in the D1 database that wrangler.toml names. Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN in the
                    environment; the token needs to edit D1.
  --env <name>      with --remote: the database of that environment

Without --remote: the local instance, or the one in PERSIST_TO. Stop it first.`

const { values } = parseArgs({
	options: {
		login: { type: 'string' },
		'second-factor': { type: 'boolean', default: false },
		remote: { type: 'boolean', default: false },
		env: { type: 'string' },
	},
})
const { login, remote, env, 'second-factor': second_factor } = values
if (login === undefined || (env !== undefined && !remote)) {
	console.error(USAGE)
	process.exit(1)
}
try {
	const { token, expires_at } = await (remote
		? linkByDeployment(remoteD1(remoteAccount(), configured(env).database_id), login, { second_factor })
		: withLocalD1((db) => linkByDeployment(db, login, { second_factor })))
	console.log(token)
	console.error(`
Works once, until ${expires_at}. Enter it in the console under "Reset your password", or send it:

  POST /v1/auth/password-reset/confirm {"token": "…", "password": "…"}

The audit log shows it as passwords.reset_token by deployment${second_factor ? ', and users.reset_second_factor' : ''}.`)
} catch (error) {
	console.error(sentenceOf(error))
	process.exitCode = 1
}
