export * from '../en/org-log.ts'
