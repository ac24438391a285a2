export * from '../en/referrals.ts'
