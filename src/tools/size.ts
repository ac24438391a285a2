// Part of `npm run check`: prints the size of the deployed Worker, and fails when it's over a budget.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, sizeOf } from './build.ts'

/** What each isolate evaluates before its first request, and all of it. */
const BUDGET_KB = { eager: 290, all: 445 }

const folder = mkdtempSync(join(tmpdir(), 'plinth-size-'))
const { eager, lazy } = await build(folder)
const sizes = { eager: sizeOf(eager), all: sizeOf([...eager, ...lazy]) }
rmSync(folder, { recursive: true })
const kb = (bytes: number) => (bytes / 1024).toFixed(1)
const show = (part: 'eager' | 'all') =>
	`${kb(sizes[part].gzip)} KB gzip of ${BUDGET_KB[part]} (${kb(sizes[part].bytes)} KB)`
console.log(`What starts with the Worker has ${show('eager')}; with what loads later it has ${show('all')}.`)
if (sizes.eager.gzip > BUDGET_KB.eager * 1024 || sizes.all.gzip > BUDGET_KB.all * 1024) process.exit(1)
