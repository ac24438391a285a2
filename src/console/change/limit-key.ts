export const isLimitKey = (key: string) => /^(quota|limit)\./.test(key)

/** A limit of 0 is none, and an overdraft only below 0. */
export const isUnlimited = (key: string, value: number) =>
	key === 'credits.overdraft' ? value < 0 : value <= 0 && isLimitKey(key)
