import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, data } from '../api.ts'
import { Only } from '../change/only.tsx'
import { useIsOperator, useMay } from '../session/session.ts'
import { toolProviders as t } from '../text/en/tool-providers.ts'
import { Failure } from '../ui/failure.tsx'
import { Choice } from '../ui/filters.tsx'
import { Page, Panel, Toolbar } from '../ui/page.tsx'
import { Effective } from './effective.tsx'
import { Providers } from './providers.tsx'

const GROUPS = ['web_search', 'web_fetch'] as const

/** What serves each tool group, and the providers of one layer. Operators see both layers, members see only what they get. */
export function ToolProviders() {
	const isOperator = useIsOperator()
	const search = useSearch({ from: '/tool-providers' })
	const scope = isOperator && search.scope !== 'org' ? 'platform' : 'org'
	const needed = scope === 'platform' ? 'platform.write' : 'data.secrets'
	const maySee = useMay('data.secrets', 'platform.read')
	const mayChange = useMay(needed)
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
		<Page title={t.title} hint={t.hint} actions={<Only needs={[needed]} />}>
			{isOperator && (
				<Toolbar>
					<Choice
						name="scope"
						label={t.layer.label}
						options={[
							{ value: undefined, label: t.layer.platform },
							{ value: 'org', label: t.layer.org },
						]}
					/>
				</Toolbar>
			)}
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
