import { useQuery } from '@tanstack/react-query'
import { api, answered } from '../api.ts'
import { notifications as t } from '../text/en/shell.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './bell.module.css'

const POLL_MS = 60_000

/** How many notifications are unread. */
const unreadQuery = {
	queryKey: ['notifications', 'unread'],
	queryFn: async () => {
		const { response } = await answered(api.GET('/v1/notifications', { params: { query: { limit: 1 } } }))
		return Number(response.headers.get('X-Unread-Count') ?? 0)
	},
	refetchInterval: POLL_MS,
	staleTime: POLL_MS,
}

export function Bell({ onOpen }: { onOpen: () => void }) {
	const { data: unread = 0 } = useQuery(unreadQuery)
	return (
		<span className={styles.bell}>
			<IconButton icon="bell" label={t.open(unread)} onClick={onOpen} />
			{unread > 0 && (
				<span className={styles.count} aria-hidden="true">
					{unread > 99 ? '99+' : unread}
				</span>
			)}
		</span>
	)
}
