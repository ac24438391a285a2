import { activity } from './activity.ts'
import { billing } from './billing.ts'
import { customers } from './customers.ts'
import { guard } from './guard.ts'
import { home } from './home.ts'
import { integrations } from './integrations.ts'
import { messages } from './messages.ts'
import type { Group, Place } from './place.ts'
import { platform } from './platform.ts'
import { settings } from './settings.ts'

/** Every place, in the order of the sidebar. */
export const GROUPS: Group[] = [home, customers, platform, integrations, billing, messages, activity, guard, settings]

export const PLACES = GROUPS.flatMap(({ places }) => places)

/** What the documentation says about a place: its guide, or its chapter. */
export const docsOf = ({ guide, chapter }: Place) => `/docs/${guide ?? `api/${chapter}`}`
