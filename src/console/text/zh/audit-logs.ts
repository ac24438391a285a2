export * from '../en/audit-logs.ts'
