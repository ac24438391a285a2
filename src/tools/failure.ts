/** A failure that a command prints as one sentence, without a stack trace. */
export class Failure extends Error {}
