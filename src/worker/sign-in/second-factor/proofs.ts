import type { WorkContext } from '../../context.ts'
import { type ApiError, invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import type { Method } from '../../tenancy/users/factors.ts'
import { countFailure } from '../challenges/challenge.ts'
import { selectPasskey, verifyAssertion } from '../passkeys/assertion.ts'
import type { Asked as Reached } from '../passkeys/relying-party.ts'
import { selectCode, useCode } from '../recovery-codes/codes.ts'
import type { Factor } from '../sessions/table.ts'
import {
	ensureNotTooMany,
	failuresOf,
	type FailureLimit,
	recordFailure,
	refuseTooMany,
	tooManyOr,
} from '../throttle/failures.ts'
import { wrongCode } from '../totp/enable.ts'
import { isEnabled, selectKey, stepOfCode, useStep } from '../totp/key.ts'
import type { Answer } from './schema.ts'

interface Asked {
	user_id: string
	/** The challenge that the answer is for. A wrong one counts toward it. */
	challenge: string
	/** What wrong answers count toward besides. */
	limits: FailureLimit[]
}

/** A right answer. The batch that it allows takes `guards`, which use it up. */
export interface Proof {
	factor: Factor
	guards: readonly Statement[]
	/** The error if they refuse the batch. */
	refusal: () => Promise<ApiError>
}

/** Checks a second factor. Throws 400 for a wrong one, after it's counted, and 429 after too many. Two D1 calls at most if it's right. */
export async function prove(c: WorkContext & Reached, asked: Asked, answer: Answer): Promise<Proof> {
	const { challenge, limits } = asked
	const method = methodOf(answer)
	const used = await check[method](c, asked, answer)
	if (!used) {
		await countFailure(c, challenge, asked.user_id)
		await recordFailure(c, limits)
		throw wrong[method]()
	}
	return {
		factor: method,
		guards: [ensureNotTooMany(c, limits), ...used],
		refusal: () => tooManyOr(c, limits, wrong[method]),
	}
}

function methodOf({ credential, totp }: Answer): Method {
	if (credential) return 'passkey'
	return totp === undefined ? 'recovery_code' : 'totp'
}

/** What uses up a right answer; undefined for a wrong one. */
type Check = (c: WorkContext & Reached, asked: Asked, answer: Answer) => Promise<readonly Statement[] | undefined>

const check: Record<Method, Check> = {
	passkey: async (c, { user_id, challenge, limits }, { credential }) => {
		if (!credential) return undefined
		const { db } = c.var
		const [stored, failures] = await db.batch([selectPasskey(db, credential), failuresOf(db, limits)])
		refuseTooMany(limits, failures)
		const passkey = stored.find((one) => one.user_id === user_id)
		return verifyAssertion(c, { credential, challenge, passkey })
	},
	totp: async (c, { user_id, limits }, { totp = '' }) => {
		const { db } = c.var
		const [stored, failures] = await db.batch([selectKey(db, user_id, isEnabled(user_id)), failuresOf(db, limits)])
		refuseTooMany(limits, failures)
		const step = stored[0] && (await stepOfCode(c, stored[0], totp))
		return step === undefined ? undefined : useStep(c, user_id, step)
	},
	recovery_code: async (c, { user_id, limits }, { recovery_code = '' }) => {
		const { db } = c.var
		const [stored, failures] = await db.batch([selectCode(db, user_id, recovery_code), failuresOf(db, limits)])
		refuseTooMany(limits, failures)
		return stored[0] && useCode(c, user_id, recovery_code)
	},
}

const wrong: Record<Method, () => ApiError> = {
	passkey: () => invalid([{ path: 'credential', message: must.passkey_answer }]),
	totp: () => wrongCode('totp'),
	recovery_code: () => invalid([{ path: 'recovery_code', message: must.recovery_code }]),
}
