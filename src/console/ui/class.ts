/** Joins the names of classes and leaves out what is missing. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
