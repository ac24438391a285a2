// The process behind `npm start`: `wrangler dev` with the password service, which its command line can't bind.
import { text } from 'node:stream/consumers'
import { unstable_startWorker } from 'wrangler'
import { passwordService } from './password-service.ts'
import { endAtSignal, PERSIST_TO, PORT, variablesFrom } from './settings.ts'
import { VARIABLES } from './worker.ts'

const variables = Object.entries(variablesFrom({}, VARIABLES)).map(
	([name, value]) => [name, { type: 'plain_text', value }] as const,
)
// `npm start` says so once the database is migrated. If it ends before, so does this.
if ((await text(process.stdin)) !== 'start') process.exit()
const worker = await unstable_startWorker({
	config: 'wrangler.toml',
	bindings: {
		...Object.fromEntries(variables),
		PASSWORD_SERVICE: { type: 'fetcher', fetcher: passwordService() },
	},
	dev: { server: { port: PORT }, inspector: { port: 0 }, persist: PERSIST_TO },
})
endAtSignal(() => worker.dispose())
