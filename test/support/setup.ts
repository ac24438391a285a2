import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { dropDeadlines } from './deadlines.ts'

dropDeadlines()
await applyD1Migrations(env.DB, env.MIGRATIONS)
