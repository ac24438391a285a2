export * from '../en/config-entries.ts'
