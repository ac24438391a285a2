// Part of `npm run check`: prints the size of the deployed Worker, and fails when it's over budget.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, sizeOf } from './build.ts'

const BUDGET_KB = 240

const folder = mkdtempSync(join(tmpdir(), 'plinth-size-'))
const { bytes, gzip } = sizeOf(build(folder))
rmSync(folder, { recursive: true })
const kb = (count: number) => (count / 1024).toFixed(1)
console.log(`The Worker has ${kb(bytes)} KB, ${kb(gzip)} KB gzip; its budget is ${BUDGET_KB} KB gzip.`)
if (gzip > BUDGET_KB * 1024) process.exit(1)
