export * from '../en/invitations.ts'
