import { useParams } from '@tanstack/react-router'
import { api, type Schema, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { Editable } from '../change/editable.tsx'
import { common } from '../text/en/common.ts'
import { inviteCodes as t } from '../text/en/invite-codes.ts'
import { terms } from '../text/en/terms.ts'
import { Copy, Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { dateOf, number } from '../ui/format.ts'
import { Columns, Facts, Page, Stack } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { Invited } from './invited.tsx'
import { LimitsForm } from './limits-form.tsx'
import { linkOf, StateBadge } from './state.tsx'

export function InviteCode() {
	const { code_id } = useParams({ from: '/invite-codes/$code_id' })
	const [found, instead] = useDetail({
		queryKey: ['invite-codes', code_id],
		queryFn: () => tagged(api.GET('/v1/admin/invite-codes/{id}', { params: { path: { id: code_id } } })),
	})
	if (!found) return instead
	const { id, code, user_id, user_login, user_email, max_uses, is_active, created_at } = found.value
	return (
		<Page
			title={code}
			mark={
				<>
					<Copy text={code} what={t.facts.code} />
					<StateBadge code={found.value} />
				</>
			}
		>
			<Figures>
				<Figure label={terms.used} value={number(found.value.use_count)} hint={leftOf(found.value)} />
				<Figure
					label={terms.owner}
					value={user_login}
					hint={user_email}
					link={{ to: '/users/$user_id', params: { user_id } }}
				/>
				<Figure label={terms.created} value={dateOf(created_at)} hint={<Ago time={created_at} isBesideDate />} />
			</Figures>
			<Columns kind="wide-first">
				<Stack>
					<Invited user_id={user_id} />
					<History target_id={id} />
				</Stack>
				<Editable
					title={terms.about}
					needs={['money.write']}
					renderForm={(onClose) => <LimitsForm code={found} onClose={onClose} />}
				>
					<Facts
						facts={[
							[t.fields.max_uses, max_uses === 0 ? t.no_limit : number(max_uses)],
							[t.fields.is_active, is_active ? common.yes : common.no],
							[t.own.link, <Id key="link" text={linkOf(code)} what={t.own.link} />],
							[terms.id, <Id key="id" text={id} />],
						]}
					/>
				</Editable>
			</Columns>
		</Page>
	)
}

/** How many more people can register with it. */
const leftOf = ({ max_uses, use_count }: Schema<'InviteCode'>) =>
	max_uses === 0 ? t.no_limit : t.left(number(max_uses - use_count), number(max_uses))
