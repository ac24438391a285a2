import type { Code } from './state.tsx'

const COLUMNS = ['code', 'type', 'value', 'max_uses', 'use_count', 'expires_at', 'is_active', 'batch_id'] as const

/** A spreadsheet would run text that starts like a formula. The apostrophe makes it plain text. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

function cellOf(value: string | number | boolean | null): string {
	const text = String(value ?? '')
	const safe = typeof value === 'string' && isFormula(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Codes as a file in the format of RFC 4180. */
export function csvOf(codes: Code[]): Blob {
	const lines = [COLUMNS.join(','), ...codes.map((code) => COLUMNS.map((column) => cellOf(code[column])).join(','))]
	return new Blob(
		lines.map((line) => `${line}\r\n`),
		{ type: 'text/csv;charset=utf-8' },
	)
}
