export * from '../en/why.ts'
