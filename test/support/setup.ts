// What the Worker loads with the first message or tick. Under the runner, invocations that wait for one `import()` all continue in the
// one that began it, and then a message of another is never acknowledged. So it's loaded before there are any.
import '../../src/operations/jobs/queues.ts'
import '../../src/operations/jobs/run.ts'
import './migrated.ts'
import { dropDeadlines } from './deadlines.ts'

dropDeadlines()
