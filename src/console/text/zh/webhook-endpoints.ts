export * from '../en/webhook-endpoints.ts'
