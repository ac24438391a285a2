export * from '../en/configuration.ts'
