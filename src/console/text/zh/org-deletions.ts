export * from '../en/org-deletions.ts'
