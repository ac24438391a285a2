export * from '../en/balance.ts'
