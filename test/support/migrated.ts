import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

// The runner runs the set-up before each file, and keeps a module for all files of a worker.
await applyD1Migrations(env.DB, env.MIGRATIONS)
