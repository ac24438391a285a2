export * from '../en/ip-rules.ts'
