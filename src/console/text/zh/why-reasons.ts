export * from '../en/why-reasons.ts'
