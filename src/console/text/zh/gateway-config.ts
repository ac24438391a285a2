export * from '../en/gateway-config.ts'
