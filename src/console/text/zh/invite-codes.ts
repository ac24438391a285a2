export * from '../en/invite-codes.ts'
