import './migrated.ts'
import { dropDeadlines } from './deadlines.ts'

dropDeadlines()
