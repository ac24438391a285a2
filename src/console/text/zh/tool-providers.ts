export * from '../en/tool-providers.ts'
