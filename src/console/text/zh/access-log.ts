export * from '../en/access-log.ts'
