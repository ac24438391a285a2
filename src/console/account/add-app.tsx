import { encode } from 'uqr'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { AppCodeField } from '../session/fields.tsx'
import { waysIn } from '../text/en/ways-in.ts'
import { Shown } from '../ui/copy.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import styles from './add-app.module.css'

const t = waysIn.totp.add

interface AddAppProps {
	authenticator: Schema<'TotpOptions'>
	onClose: () => void
}

/** Shows the key of a new authenticator app, and takes its first code. */
export default function AddApp({ authenticator: { secret, otpauth_uri }, onClose }: AddAppProps) {
	const enable = useChange({
		send: (code: string, headers) => api.PUT('/v1/me/totp', { body: { code }, headers }),
		done: t.done,
		onDone: onClose,
	})
	return (
		<FormDialog
			title={t.title}
			hint={t.hint}
			change={enable}
			onSubmit={(form) => void enable.run(form.text('code').replaceAll(' ', ''))}
			action={t.submit}
			onClose={onClose}
		>
			<QrCode text={otpauth_uri} label={t.picture} />
			<div className={styles.key}>
				<p>{t.key}</p>
				<Shown text={secret.replaceAll(/.{4}(?=.)/g, '$& ')} what={t.key} />
			</div>
			<AppCodeField name="code" label={t.code} hint={t.code_hint} />
		</FormDialog>
	)
}

/** A QR code, dark on light in both themes: many cameras read no other. */
function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { ecc: 'M', border: 3 })
	const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
	return (
		<svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
			<path className={styles.light} d={`M0 0h${size}v${size}h-${size}z`} />
			<path className={styles.dark} d={dark.join('')} />
		</svg>
	)
}
