import { useSearch } from '@tanstack/react-router'
import { oidcConnections as t } from '../text/en/oidc-connections.ts'
import { Page } from '../ui/page.tsx'
import { ConnectionList, CreateButton } from './connection-list.tsx'

/** Which providers operators sign in with. */
export function PlatformConnections() {
	const { cursor } = useSearch({ from: '/oidc-connections' })
	return (
		<Page hint={t.hint_platform} actions={<CreateButton owner={null} />}>
			<ConnectionList owner={null} cursor={cursor} />
		</Page>
	)
}
