export * from '../en/orgs.ts'
