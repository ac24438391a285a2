export * from '../en/pauses.ts'
