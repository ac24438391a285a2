import type { LinkProps } from '@tanstack/react-router'
import type { Agent } from '../names/agents.ts'

/** The periods that agents have days of. */
export const PERIODS = ['7', '30', '90'] as const
export type PeriodName = (typeof PERIODS)[number]

export const USUAL: PeriodName = '30'

/** The page of an agent. Names that aren't kept apart have none, so they lead to the runs. */
export const agentLink = (
	{ org_id, agent_id }: Pick<Agent, 'org_id' | 'agent_id'>,
	period: PeriodName | undefined,
): LinkProps =>
	agent_id === null
		? { to: '/runs' }
		: { to: '/agents/$org_id', params: { org_id }, search: { agent: agent_id, period } }
