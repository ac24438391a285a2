import type { LinkProps } from '@tanstack/react-router'
import type { Schema } from '../api.ts'
import { PLACES } from '../places/places.ts'

type Notification = Schema<'Notifications'>['data'][number]

/** What a message is about. What belongs to another org only shows there, so that has no link. */
export function linkOf({ type, payload, org_id: of }: Notification, here: string): LinkProps | undefined {
	const [topic = ''] = type.split('.')
	const about = { ...(payload as Record<`${string}_id`, string | undefined>), type, topic, of }
	const links = PLACES.filter(({ isOfOrg }) => !isOfOrg || of === here).flatMap(({ isOfOrg, linkOf: at }) => {
		const link = at?.(about)
		return link ? [{ link, isOfOrg }] : []
	})
	// The row of a change goes before what it changed.
	return (links.find(({ isOfOrg }) => !isOfOrg) ?? links[0])?.link
}
