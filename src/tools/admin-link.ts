// `npm run admin-link -- --login <login>`: a one-time reset for a platform admin, written straight into the database.
import { optionsOf, run } from './command.ts'
import { at, PLACE } from './database-command.ts'
import { linkByDeployment } from './deployment-link.ts'
import { Failure } from './failure.ts'

const USAGE = `npm run admin-link -- --login <login>    a one-time token with which a platform admin chooses a new password

  --second-factor   also removes their passkeys, authenticator app and recovery codes
  --remote          in the D1 database that wrangler.toml names. Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN in the
                    environment; the token needs to edit D1.
  --env <name>      with --remote: the database of that environment

Without --remote: the local instance, or the one in PERSIST_TO. Stop it first.`

await run(async () => {
	const { values } = optionsOf(
		{ options: { login: { type: 'string' }, 'second-factor': { type: 'boolean', default: false }, ...PLACE } },
		USAGE,
	)
	const { login, 'second-factor': second_factor, remote, env } = values
	if (login === undefined || (env !== undefined && !remote)) throw new Failure(USAGE)
	return at({ remote, env }, async (db) => {
		const { token, expires_at } = await linkByDeployment(db, login, { second_factor })
		console.log(token)
		console.error(`
Works once, until ${expires_at}. Enter it in the console under "Reset your password", or send it:

  POST /v1/auth/password-reset/confirm {"token": "…", "password": "…"}

The audit log shows it as passwords.reset_token by deployment${second_factor ? ', and users.reset_second_factor' : ''}.`)
	})
})
