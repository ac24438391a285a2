export * from '../en/broadcasts.ts'
