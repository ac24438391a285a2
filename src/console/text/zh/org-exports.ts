export * from '../en/org-exports.ts'
