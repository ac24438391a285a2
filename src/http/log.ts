/** Writes one line to the Worker's log. Never pass it a message, a parameter or a header from a caller or a driver. */
export const logError = (record: Record<string, unknown>) => console.error(JSON.stringify(record))

/** The class of an unknown error, which may be logged. Its message may not: it can hold text from a caller or a driver. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
