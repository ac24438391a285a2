import { passes } from './suite.ts'

passes('python async', '/usr/bin/python3', 'driver.py', 'async')
