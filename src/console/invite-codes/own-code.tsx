import { useQuery } from '@tanstack/react-query'
import { api, data } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { inviteCodes } from '../text/en/invite-codes.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Copy, Id } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Facts, Panel } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { linkOf } from './state.tsx'
import styles from './own-code.module.css'

const t = inviteCodes.own

/** The code that the user invites others with. The API creates it on the first read. */
export function OwnCode() {
	const ask = useAsk()
	const {
		data: code,
		error,
		refetch,
	} = useQuery({
		queryKey: ['invite-codes', 'own'],
		queryFn: () => data(api.GET('/v1/me/invite-code')),
	})
	const replace = useChange({
		send: (_: null, headers) => api.POST('/v1/me/invite-code/reset', { headers }),
		done: t.replace.done,
	})
	const askToReplace = () =>
		ask({
			title: t.replace.title,
			body: t.replace.body,
			action: t.replace.action,
			isDanger: true,
			change: replace,
			input: null,
		})
	return (
		<Panel
			title={t.title}
			hint={t.hint}
			actions={
				<Button icon="refresh" onClick={askToReplace} disabled={!code}>
					{t.replace.action}
				</Button>
			}
		>
			{error && <Failure refusal={error} onRetry={() => void refetch()} />}
			{!error && (
				<div className={styles.own} aria-busy={!code}>
					<p className={styles.code}>
						<code>{code?.code ?? '········'}</code>
						{code && <Copy text={code.code} what={t.code} />}
					</p>
					<Facts
						facts={[
							[t.link, code ? <Id key="link" text={linkOf(code.code)} what={t.link} /> : '–'],
							[terms.used, code ? usesOf(code) : '–'],
							[terms.created, code ? <DateOf key="since" time={code.created_at} /> : '–'],
						]}
					/>
				</div>
			)}
		</Panel>
	)
}

const usesOf = ({ use_count, max_uses }: { use_count: number; max_uses: number }) =>
	max_uses === 0 ? t.unlimited(number(use_count)) : t.uses(number(use_count), number(max_uses))
