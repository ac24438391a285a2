import { app } from './app.ts'

export { Confirmation } from './changes/confirmations/confirmation.ts'
export { AccessLogStream } from './traffic/access-log/recent/access-log-stream.ts'
export { Runtime } from './runtime/rpc/rpc.ts'
export { PasswordHasher } from './sign-in/passwords/password-hasher.ts'
export { ToolGroup } from './providers/tool-providers/tool-group.ts'

export default {
	fetch: app.fetch,
	queue: async (batch, env, context) => (await import('./operations/jobs/queues.ts')).consume(batch, env, context),
	scheduled: async (_controller, env) => (await import('./operations/jobs/run.ts')).runJobs(env),
} satisfies ExportedHandler<Env>
