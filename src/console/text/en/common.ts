/** Texts that many screens share. */
export const common = {
	save: 'Save',
	edit: 'Edit',
	cancel: 'Cancel',
	close: 'Close',
	create: 'Create',
	retry: 'Try again',
	docs: 'Docs',
	loading: 'Loading',
	copied: 'Copied',
	copyOf: (what: string) => `Copy ${what}`,
	never: 'Never',
	yes: 'Yes',
	no: 'No',
	clear: 'Clear',
	chosen: '(selected)',
	undo: 'Undo',
	undone: 'Undone',
	dismiss: 'Dismiss',
	just_now: 'just now',
	soon: 'in a moment',
	utc: 'UTC',
	milliseconds: (ms: string) => `${ms} ms`,
	seconds: (seconds: string) => `${seconds} s`,
	minutes: (minutes: string, seconds: string) => `${minutes} min ${seconds} s`,
	own_zone: 'In your time zone.',
	secret: {
		set: (mask?: string) =>
			mask ? `${mask} is stored. Leave this empty to keep it.` : 'A value is stored. Leave this empty to keep it.',
		unset: 'Not set.',
		written: "You won't be able to see it again.",
	},
	taken_draft: 'Someone else typed this before you signed in. Nothing was sent.',
	not_an_object: 'Must be a JSON object',
} as const

/** How numbers compare with those of the period before. */
export const comparison = {
	more: (percent: string) => `${percent}% more`,
	less: (percent: string) => `${percent}% less`,
	same: 'No change',
	none_before: 'None before',
	unknown: 'unknown',
	before: (value: string) => `${value} before`,
	legend: { before: 'Period before', open: "Today isn't over" },
} as const

/** What to say when the API refuses. A `reason` that is not here shows the API's own sentence. */
export const refusals = {
	failed: "That didn't work",
	network: "Can't reach Plinth. Check your connection and try again.",
	stale: 'Someone else changed this in the meantime. Check the current version, then try again.',
	unavailable: 'Plinth is temporarily unavailable. Try again in a moment.',
	internal: 'Something went wrong on our end. If it keeps happening, report the trace ID.',
	refused: "You don't have access",
	missing: 'Not found',
	missingHint: 'It may have been deleted, or it belongs to another org.',
	limited: (seconds: number) => `Too many requests. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
	trace: 'Trace ID',
	story: 'See what happened',
	reasons: {
		'session.changed': "You're signed in as someone else now, or in another org, so this wasn't sent.",
		'passkeys.known': 'This device already has a passkey of yours.',
		'passkey.declined': 'No passkey was used.',
		'auth.step_up': "Nothing was sent, because you didn't confirm your identity.",
		'auth.invalid_credentials': 'Incorrect login or password.',
		'auth.too_many_failures': 'Too many failed sign-in attempts. Try again in ten minutes.',
		'auth.busy': 'Too many people are signing in right now. Try again in a moment.',
		'invite_codes.reset_cooldown': 'You can replace your invite code once every 24 hours. Try again later.',
	} as Record<string, string>,
} as const

/** The question before a draft is lost. */
export const leaving = {
	title: 'Leave without saving?',
	hint: 'Your unsaved changes on this page will be lost.',
	stay: 'Keep editing',
	leave: 'Leave',
} as const

export const closing = {
	draft: { title: 'Close without saving?', hint: 'What you typed will be lost.', stay: 'Keep editing' },
	once: { title: 'Close without keeping it?', hint: "It isn't shown again.", stay: 'Go back' },
	close: 'Close',
} as const
