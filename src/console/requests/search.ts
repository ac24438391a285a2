/** The states of a request that is over. */
export const STATES = ['granted', 'declined', 'lapsed'] as const
