export * from '../en/feature-flags.ts'
