export * from '../en/actions.ts'
