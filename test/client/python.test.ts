import { passes } from './suite.ts'

passes('python', '/usr/bin/python3', 'driver.py')
