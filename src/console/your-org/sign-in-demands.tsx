import { useQuery } from '@tanstack/react-query'
import { api, type Schema, tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useRole } from '../session/my-orgs.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Button } from '../ui/button.tsx'
import { Facts, Panel } from '../ui/page.tsx'

const t = yourOrg.demands

/** How long owners have to see that people still get in. */
const TRIAL_S = 600

/** What the org demands of its members' sign-in. Owners change it. */
export function SignInDemands({ org }: { org: { id: string; name: string } }) {
	const ask = useAsk()
	const isOwner = useRole(org.id) === 'owner'
	const path = { org_id: org.id }
	const { data: read } = useQuery({
		queryKey: ['your-org', org.id, 'tagged'],
		queryFn: () => tagged(api.GET('/v1/orgs/{org_id}', { params: { path } })),
	})
	const send = (body: Schema<'UpdateOwnOrg'>, headers: Record<string, string>) =>
		api.PATCH('/v1/orgs/{org_id}', { params: { path }, body, headers })
	const require = useChange({ send, etag: read?.etag, trial_s: TRIAL_S })
	const lift = useChange({ send, etag: read?.etag, done: t.lifted })
	const isRequired = read?.value.second_factor_required
	return (
		<Panel
			title={t.title}
			actions={
				isOwner &&
				isRequired !== undefined && (
					<Button
						onClick={() =>
							ask({
								...(isRequired ? t.lift(org.name) : t.require(org.name)),
								change: isRequired ? lift : require,
								input: { second_factor_required: !isRequired },
							})
						}
					>
						{isRequired ? t.make_optional : t.make_required}
					</Button>
				)
			}
		>
			<Facts facts={[[t.factor, isRequired === undefined ? '–' : isRequired ? t.required : t.optional]]} />
		</Panel>
	)
}
