import { useQuery } from '@tanstack/react-query'
import { api, data } from '../api.ts'
import { Only } from '../change/only.tsx'
import { neededIn, useScope } from '../session/scope.ts'
import { useMay } from '../session/session.ts'
import { toolProviders as t } from '../text/en/tool-providers.ts'
import { Failure } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Effective } from './effective.tsx'
import { Providers } from './providers.tsx'

const GROUPS = ['web_search', 'web_fetch'] as const

/** What serves each tool group, and the providers of one layer. Operators see both layers, members see only what they get. */
export function ToolProviders() {
	const scope = useScope()
	const needed = neededIn(scope)
	const maySee = useMay('data.secrets', 'platform.read')
	const mayChange = useMay(...needed)
	const {
		data: layer,
		error,
		refetch,
	} = useQuery({
		queryKey: ['tool-providers', 'list', scope],
		queryFn: () => data(api.GET('/v1/tool-providers', { params: { query: { scope } } })),
		enabled: maySee,
	})
	return (
		<Page hint={t.hint} actions={<Only needs={needed} />}>
			{error && !layer && <Failure refusal={error} onRetry={() => void refetch()} />}
			{GROUPS.map((group) => (
				<Panel key={group} title={t.groups[group]} noPadding>
					<Effective group={group} />
					{maySee && !(error && !layer) && (
						<Providers
							key={scope}
							scope={scope}
							label={t.groups[group]}
							mayChange={mayChange}
							rows={layer?.groups.find(({ group_name }) => group_name === group)?.providers}
						/>
					)}
				</Panel>
			))}
		</Page>
	)
}
