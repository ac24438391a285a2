import type { Schema } from '../api.ts'

export type ToolProvider = Schema<'ToolProvider'>
