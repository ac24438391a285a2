/** Whether a finger points here, so that no keyboard is at hand. */
export const isTouched = () => matchMedia('(pointer: coarse)').matches
