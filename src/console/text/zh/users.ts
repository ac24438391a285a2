export * from '../en/users.ts'
