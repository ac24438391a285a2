import { Link, useParams } from '@tanstack/react-router'
import { api, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { UserLink } from '../names/user-name.tsx'
import { redemptionCodes as t } from '../text/en/redemption-codes.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Copy, Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { momentOf } from '../ui/format.ts'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { Batch } from './batch.tsx'
import { RedeemedBy } from './redeemed-by.tsx'
import { holdsOf, isWhole, StateBadge, textOf, usesOf } from './state.tsx'

export function RedemptionCode() {
	const { code_id } = useParams({ from: '/redemption-codes/$code_id' })
	const ask = useAsk()
	const params = { path: { id: code_id } }
	const [found, instead] = useDetail({
		queryKey: ['redemption-codes', code_id],
		queryFn: () => tagged(api.GET('/v1/admin/redemption-codes/{id}', { params })),
	})
	const turn = useChange({
		send: (body: { is_active: boolean }, headers) =>
			api.PATCH('/v1/admin/redemption-codes/{id}', { params, body, headers }),
		etag: found?.etag,
		done: ({ code }, { is_active }) => t.turn.done(textOf(code), is_active),
	})
	if (!found) return instead
	const { code, is_active, expires_at, batch_id, created_at, created_by_user_id, id } = found.value
	const askToTurn = () =>
		ask({
			title: t.turn.title(textOf(code), !is_active),
			body: is_active ? t.turn.off_body : t.turn.on_body,
			action: t.turn.action(!is_active),
			isDanger: is_active,
			change: turn,
			input: { is_active: !is_active },
		})
	return (
		<Page
			title={textOf(code)}
			mark={
				<>
					{isWhole(code) && <Copy text={code} what={t.facts.code} />}
					<StateBadge code={found.value} />
				</>
			}
			actions={
				<Only needs={['money.write']}>
					<Button onClick={askToTurn}>{t.turn.action(!is_active)}</Button>
				</Only>
			}
		>
			<Figures>
				<Figure label={t.facts.holds} value={holdsOf(found.value)} />
				<Figure label={terms.used} value={usesOf(found.value)} />
				<Figure
					label={terms.expires}
					value={expires_at ? momentOf(expires_at) : t.never}
					hint={expires_at && <Ago time={expires_at} isBesideDate />}
				/>
			</Figures>
			<Columns kind="wide-first">
				<Stack>
					<RedeemedBy code_id={code_id} isUsed={found.value.use_count > 0} />
					<Batch code={found.value} />
				</Stack>
				<Stack>
					<Panel title={terms.about}>
						<Facts
							facts={[
								[
									t.facts.batch,
									<Link key="batch" to="/redemption-codes" search={{ q: batch_id }} title={t.facts.all_of_batch}>
										{batch_id}
									</Link>,
								],
								[terms.created, <Ago key="created" time={created_at} />],
								[t.facts.creator, <UserLink key="creator" user_id={created_by_user_id} />],
								[terms.id, <Id key="id" text={id} />],
							]}
						/>
					</Panel>
					<History target_id={id} />
				</Stack>
			</Columns>
		</Page>
	)
}
