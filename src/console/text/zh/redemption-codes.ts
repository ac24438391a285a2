export * from '../en/redemption-codes.ts'
