import type { ReactNode } from 'react'
import notification from '../notifications/notifications.module.css'

/** A message as the bell shows it to its readers. */
export const MessagePreview = ({ title, body, time }: { title: string; body: string; time: ReactNode }) => (
	<article className={notification.one} data-unread>
		<div>
			<h3>{title}</h3>
			<p>{body}</p>
			<p className={notification.time}>{time}</p>
		</div>
	</article>
)
