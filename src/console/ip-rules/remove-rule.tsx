import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { ipRules } from '../text/en/ip-rules.ts'
import { terms } from '../text/en/terms.ts'
import { IconButton } from '../ui/button.tsx'
import { lockedOut, refusalOf } from './lockout.ts'

const t = ipRules.remove

export function RemoveRule({ rule: { id: rule_id, cidr, type } }: { rule: Schema<'IpRule'> }) {
	const ask = useAsk()
	const [isChecking, setIsChecking] = useState(false)
	const remove = useChange({
		send: (query: { confirm: 'true' | 'false' }, headers) =>
			api.DELETE('/v1/ip-rules/{rule_id}', { params: { path: { rule_id }, query }, headers }),
		done: t.done(cidr),
		canUndo: true,
	})
	const askToRemove = async () => {
		setIsChecking(true)
		const own_address = lockedOut(await refusalOf(remove.simulate({ confirm: 'false' })))
		setIsChecking(false)
		ask({
			title: t.title(cidr),
			body: type === 'allowlist' ? t.body_allow : t.body_block,
			...(own_address ? { warning: ipRules.lockout(own_address) } : {}),
			action: own_address ? ipRules.lockout_anyway : terms.delete,
			isDanger: true,
			canGuard: true,
			isGuarded: own_address !== undefined,
			change: remove,
			input: { confirm: own_address ? 'true' : 'false' },
		})
	}
	return <IconButton icon="trash" label={t.label(cidr)} disabled={isChecking} onClick={() => void askToRemove()} />
}
