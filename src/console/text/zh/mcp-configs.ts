export * from '../en/mcp-configs.ts'
