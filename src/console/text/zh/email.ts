export * from '../en/email.ts'
