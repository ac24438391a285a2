import { useNavigate, useParams } from '@tanstack/react-router'
import { api, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Editable } from '../change/editable.tsx'
import { Only } from '../change/only.tsx'
import { neededIn, useScope } from '../session/scope.ts'
import { llmProviders as t, playground } from '../text/en/llm-providers.ts'
import { models } from '../text/en/models.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Columns, Facts, Page, Stack } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { Models } from './models.tsx'
import { NextSteps } from './next-steps.tsx'
import { ProviderForm } from './provider-form.tsx'

export function LlmProvider() {
	const { provider_id } = useParams({ from: '/llm-providers/$provider_id' })
	const ask = useAsk()
	const navigate = useNavigate()
	const scope = useScope()
	const needs = neededIn(scope)
	const params = { path: { provider_id }, query: { scope } }
	const [provider, instead] = useDetail({
		queryKey: ['llm-providers', provider_id, scope],
		queryFn: () => tagged(api.GET('/v1/llm-providers/{provider_id}', { params })),
	})
	const name = provider?.value.name ?? ''
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/llm-providers/{provider_id}', { params, headers }),
		etag: provider?.etag,
		done: terms.deleted(name),
		canUndo: true,
		onDone: () => void navigate({ to: '/llm-providers', ignoreBlocker: true }),
	})
	if (!provider) return instead
	const { id, provider: kind, key_prefix, base_url, created_at, models: own } = provider.value
	const first = own.find(({ is_default }) => is_default) ?? own[0]
	const askToRemove = () => ask({ ...removal({ ...t.remove, body: t.remove.body(own.length) }, name), change: remove })
	const about = (
		<Facts
			facts={[
				[terms.id, <Id key="id" text={id} />],
				[t.facts.vendor, t.kinds[kind]],
				[terms.secret, <code key="key">{key_prefix}</code>],
				[terms.base_url, base_url ?? t.standard_url],
				[terms.created, <DateOf key="since" time={created_at} />],
			]}
		/>
	)
	return (
		<Page
			title={name}
			mark={<Badge>{t.kinds[kind]}</Badge>}
			up={{ label: models.page, link: { to: '/llm-providers' } }}
			actions={
				<>
					{first && (
						<Button
							icon="play"
							onClick={() =>
								void navigate({
									to: '/llm-providers/resolve',
									search: { selector: `${name}^${first.model}` },
								})
							}
						>
							{playground.action}
						</Button>
					)}
					<Only needs={needs}>
						<Menu trigger={<IconButton icon="more" label={terms.actions} />}>
							<MenuItem icon="trash" isDanger onClick={askToRemove}>
								{t.remove.action}
							</MenuItem>
						</Menu>
					</Only>
				</>
			}
		>
			<Columns kind="wide-first">
				<Stack>
					{scope === 'platform' && <NextSteps models={own} />}
					<Models provider={provider.value} scope={scope} />
					<History target_id={id} />
				</Stack>
				<Editable
					title={terms.settings}
					needs={needs}
					renderForm={(onClose) => <ProviderForm provider={provider} scope={scope} onClose={onClose} />}
				>
					{about}
				</Editable>
			</Columns>
		</Page>
	)
}
