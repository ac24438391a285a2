export * from '../en/your-org.ts'
