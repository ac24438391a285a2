/** Writes one line to the Worker's log. Never hand it a message, a parameter or a header that a caller or a driver wrote. */
export const logError = (record: Record<string, unknown>) => console.error(JSON.stringify(record))

/** What may be logged of an unknown error: its class. Its message may hold what a caller or a driver wrote. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
