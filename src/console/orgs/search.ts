import { choice, LIST } from '../search.ts'

export const SEARCH = { ...LIST, order: choice('lowest', 'highest', 'ownerless') }
