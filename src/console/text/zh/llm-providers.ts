export * from '../en/llm-providers.ts'
