export * from '../en/credits.ts'
