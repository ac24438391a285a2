export * from '../en/entitlement-keys.ts'
