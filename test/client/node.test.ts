import { passes } from './suite.ts'

passes('node', process.execPath, 'driver.ts')
