import type { MailText } from '../../messages/email/message.ts'

// Mails carry the token and no link. A request's host could be an attacker's choice, and a link would send the token there.

const mail = (subject: string, paragraphs: string[], token: string): MailText => ({
	subject,
	text: [...paragraphs.slice(0, 1), token, ...paragraphs.slice(1)].join('\n\n'),
	html: [
		...paragraphs.slice(0, 1).map((text) => `<p>${text}</p>`),
		`<p><code>${token}</code></p>`,
		...paragraphs.slice(1).map((text) => `<p>${text}</p>`),
	].join('\n'),
})

export const resetMail = (token: string): MailText =>
	mail(
		'Reset your Plinth password',
		[
			'Someone asked to reset the password of your Plinth account. To choose a new password, enter this code:',
			"The code works once, within an hour. If it wasn't you, ignore this mail: your password stays as it is.",
		],
		token,
	)

export const verificationMail = (token: string): MailText =>
	mail(
		'Verify your e-mail address for Plinth',
		[
			'To confirm to Plinth that this e-mail address is yours, enter this code:',
			"The code works once, within an hour. If you didn't ask for it, ignore this mail.",
		],
		token,
	)

/** For the mailbox that was the user's. Anyone who reads it needn't learn the new address. */
export const ADDRESS_CHANGED: MailText = {
	subject: 'The e-mail address of your Plinth account was changed',
	text: [
		'Your Plinth account has another e-mail address now, and no longer this one.',
		"If that wasn't you, change your password, end all sessions, and ask a platform admin to set your address again.",
	].join('\n\n'),
}

export const RESET_MADE: MailText = {
	subject: 'A new password can be chosen for your Plinth account',
	text: [
		'An operator made a one-time token with which a new password can be chosen for your Plinth account. It works for an hour.',
		"If you didn't ask for this, ask the owners of your org who did. Everybody who decides there with you has been told.",
	].join('\n\n'),
}

export const SECOND_FACTOR_RESET: MailText = {
	subject: 'The second factor of your Plinth account was removed',
	text: [
		'An operator removed the second factor of your Plinth account. Your password alone signs you in now.',
		"Add a second factor again, and make new recovery codes. If you didn't ask for this, change your password and end all sessions.",
	].join('\n\n'),
}
