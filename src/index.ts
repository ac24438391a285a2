import { app } from './app.ts'
import { consume } from './operations/jobs/queues.ts'
import { runJobs } from './operations/jobs/run.ts'

export { Confirmation } from './changes/confirmations/confirmation.ts'
export { AccessLogStream } from './traffic/access-log/recent/access-log-stream.ts'
export { Runtime } from './runtime/rpc/rpc.ts'
export { PasswordHasher } from './identity/passwords/password-hasher.ts'
export { ToolGroup } from './providers/tool-providers/tool-group.ts'

export default {
	fetch: app.fetch,
	queue: consume,
	scheduled: (_controller, env) => runJobs(env),
} satisfies ExportedHandler<Env>
