import { passes } from './suite.ts'

passes('node', process.execPath, '../../node_modules/.cache/plinth/client-driver.mjs')
