export * from '../en/roles.ts'
