import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useMe } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { punctuation } from '../text/en/language.ts'
import { waysIn } from '../text/en/ways-in.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { ChangePassword } from './change-password.tsx'
import { Way } from './way.tsx'

const t = waysIn.password

interface PasswordSignInProps {
	hasFactor: boolean
	/** Whether the user has enough besides. */
	mayGo: boolean
}

/** Whether the password signs the user in. */
export function PasswordSignIn({ hasFactor, mayGo }: PasswordSignInProps) {
	const { password_sign_in: isOn } = useMe()
	const ask = useAsk()
	const { done, ...question } = isOn ? t.switch_off : t.switch_on
	const change = useChange({
		send: (body: Schema<'UpdateMe'>, headers) => api.PATCH('/v1/me', { body, headers }),
		done,
	})
	const state = isOn ? (hasFactor ? t.on_with_factor : t.on) : t.off
	return (
		<Way name={t.name} state={isOn && !mayGo ? `${state} ${t.needs}` : state}>
			<DialogButton renderDialog={(onClose) => <ChangePassword onClose={onClose} />}>
				{account.password.submit}
			</DialogButton>
			{(!isOn || mayGo) && (
				<Button
					aria-label={`${question.action}${punctuation.colon}${t.name}`}
					onClick={() => ask({ ...question, change, input: { password_sign_in: !isOn } })}
				>
					{question.action}
				</Button>
			)}
		</Way>
	)
}
