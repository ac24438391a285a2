import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api, tagged } from '../api.ts'
import { Editable } from '../change/editable.tsx'
import { inviteCodes as t } from '../text/en/invite-codes.ts'
import { Copy, Id } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { Columns, Facts, Page, PageSkeleton } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { Invited } from './invited.tsx'
import { LimitsForm } from './limits-form.tsx'
import { StateBadge, usesOf } from './state.tsx'

export function InviteCode() {
	const { code_id } = useParams({ from: '/invite-codes/$code_id' })
	const {
		data: found,
		error,
		refetch,
	} = useQuery({
		queryKey: ['invite-codes', code_id],
		queryFn: () => tagged(api.GET('/v1/admin/invite-codes/{id}', { params: { path: { id: code_id } } })),
	})
	if (error && !found) return <Failure refusal={error} onRetry={() => void refetch()} isPage />
	if (!found) return <PageSkeleton />
	const { id, code, user_id, user_login, user_email, created_at } = found.value
	return (
		<Page
			title={code}
			mark={
				<>
					<Copy text={code} what={t.facts.code} />
					<StateBadge code={found.value} />
				</>
			}
			up={{ label: t.title, link: { to: '/invite-codes' } }}
		>
			<Columns kind="wide-first">
				<Invited user_id={user_id} />
				<Editable
					title={t.facts.title}
					needs={['money.write']}
					renderForm={(onClose) => <LimitsForm code={found} onClose={onClose} />}
				>
					<Facts
						facts={[
							[
								t.facts.owner,
								<Link key="owner" to="/users/$user_id" params={{ user_id }}>
									{user_login}
								</Link>,
							],
							[t.facts.email, user_email ?? '–'],
							[t.facts.uses, usesOf(found.value)],
							[t.facts.created, <DateOf key="created" time={created_at} />],
							[t.facts.id, <Id key="id" text={id} />],
						]}
					/>
				</Editable>
			</Columns>
		</Page>
	)
}
