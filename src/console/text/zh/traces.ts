export * from '../en/traces.ts'
