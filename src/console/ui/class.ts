/** Joins class names and skips missing ones. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
