export * from '../en/subscriptions.ts'
