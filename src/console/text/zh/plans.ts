export * from '../en/plans.ts'
