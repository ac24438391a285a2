import { app } from './app.ts'
import { consume } from './jobs/queues.ts'
import { runJobs } from './jobs/run.ts'

export { AccessLogStream } from './access-log-stream/access-log-stream.ts'
export { Runtime } from './runtime/runtime.ts'
export { ToolGroup } from './tool-providers/tool-group.ts'

export default {
	fetch: app.fetch,
	queue: consume,
	scheduled: (_controller, env) => runJobs(env),
} satisfies ExportedHandler<Env>
