import type { BatchResponse } from 'drizzle-orm/batch'
import type { WorkContext } from '../context.ts'
import { type Statement, tryWrite, write, type WriteOptions } from './write.ts'

// In the middle of its removal: every caller becomes a `write()` by name.

export type CommitOptions = WriteOptions
export type WriteContext = WorkContext

export async function commit<const T extends readonly Statement[]>(
	c: WorkContext,
	changes: T,
	options: WriteOptions,
): Promise<BatchResponse<T>> {
	const { all } = await write(c, { all: changes }, { answer: { none: 'not said yet' }, ...options })
	return all as unknown as BatchResponse<T>
}

export const attempt = (c: WorkContext, changes: readonly Statement[], options: Pick<WriteOptions, 'audit'>) =>
	tryWrite(c, { changes }, { answer: { none: 'not said yet' }, ...options })
