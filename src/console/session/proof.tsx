import { useSyncExternalStore } from 'react'
import { Refusal } from '../api.ts'
import { type Asked, askedProof, onProof, settleProof } from '../calls/proof.ts'
import { stepUp } from '../calls/token.ts'
import { factors } from '../text/en/factors.ts'
import { signIn as t } from '../text/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Answer, Factor } from './factor.tsx'
import { PasswordField } from './fields.tsx'
import { startOf } from './providers.tsx'
import { Sent } from './stage.tsx'

/** How old a proof may be. */
const PROOF_S = 600

/** What the API asks the user to prove; undefined while it asks nothing. */
export const useAskedProof = () => useSyncExternalStore(onProof, askedProof)

/** Asks for a proof of who is there, above everything. What was sent is sent again afterwards. */
export function Proof({ asked }: { asked: Asked }) {
	const { challenge, methods, connection_id } = asked
	const answer = async (proof: Answer & { password?: string }) => {
		const reply = await stepUp({ challenge, ...proof })
		// The challenge expired, or got too many wrong answers. What was sent gets a new one.
		if (new Refusal(reply.response.status, reply.error).fields.challenge) settleProof(true)
		return reply
	}
	const no = <Button onClick={() => settleProof(false)}>{t.proof.leave}</Button>
	if (connection_id)
		return (
			<Dialog title={t.proof.title} hint={factors.again_hint} onClose={() => settleProof(false)} isAbove>
				<a href={startOf(connection_id, PROOF_S)}>{factors.again}</a>
				{no}
			</Dialog>
		)
	if (!methods.includes('password'))
		return (
			<Dialog title={t.proof.title} hint={t.proof.hint} onClose={() => settleProof(false)} isAbove>
				<Factor asked={asked} submit={t.proof.submit} onAnswer={answer} onDone={() => settleProof(true)} />
				{no}
			</Dialog>
		)
	return (
		<Dialog title={t.proof.title} hint={t.proof.hint} onClose={() => settleProof(false)} isAbove>
			<Sent
				submit={t.proof.submit}
				beside={no}
				onSubmit={(values) => answer({ password: values.exact('password') })}
				onDone={() => settleProof(true)}
			>
				<PasswordField />
			</Sent>
		</Dialog>
	)
}
