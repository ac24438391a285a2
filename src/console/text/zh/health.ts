export * from '../en/health.ts'
