export * from '../en/service-accounts.ts'
