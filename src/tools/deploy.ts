// `npm run deploy`: deploys, but only if `npm run deploy:check` finds nothing wrong. It takes the options of `wrangler deploy`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, WRANGLER } from './settings.ts'

const options = process.argv.slice(2)
const named = options.findIndex((option) => option === '--env' || option === '-e')
const env = named < 0 ? options.find((option) => option.startsWith('--env=')) : `--env=${options[named + 1]}`

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1
const tool = (name: string) => join(import.meta.dirname, name)

process.exitCode =
	run(tool('deploy-check.ts'), ...(env ? [env] : [])) ||
	run(tool('build-worker.ts')) ||
	run(WRANGLER, 'deploy', 'dist/worker/index.mjs', '--no-bundle', ...options)
