export * from '../en/budgets.ts'
