export * from '../en/entitlements.ts'
