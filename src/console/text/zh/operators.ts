export * from '../en/operators.ts'
