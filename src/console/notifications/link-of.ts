import type { LinkProps } from '@tanstack/react-router'
import type { Schema } from '../api.ts'
import type { About } from '../places/place.ts'
import { PLACES } from '../places/places.ts'
import type { Me } from '../session/session.ts'

type Notification = Schema<'Notifications'>['data'][number]

/** Where a message leads. What belongs to another org only shows there, and a place that the reader may not see is none for them. */
export function linkOf({ type, payload, org_id: of }: Notification, me: Me): LinkProps | undefined {
	const [topic = ''] = type.split('.')
	const { values, ...named } = payload as Omit<About, 'holders'> & { values?: { keys?: { holder?: string }[] } }
	const holders = Array.isArray(values?.keys) ? values.keys.flatMap(({ holder }) => holder ?? []) : []
	const about: About = { ...named, type, topic, of, holders }
	const isOpen = ({ isOfOrg, access }: (typeof PLACES)[number]) =>
		(!isOfOrg || of === null || of === me.org_id) &&
		(access === 'signed_in' || me.permissions.some((one) => one === access || one === 'platform.read'))
	const links = PLACES.filter(isOpen).flatMap(({ isOfOrg, linkOf: at }) => {
		const link = at?.(about)
		return link ? [{ link, isOfOrg }] : []
	})
	// The row of a change goes before what it changed.
	return (links.find(({ isOfOrg }) => !isOfOrg) ?? links[0])?.link
}
