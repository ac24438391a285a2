export * from '../en/joining.ts'
