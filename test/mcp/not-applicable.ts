// What the conformance suite checks and Plinth doesn't have. Each line is a decision: a check that fails and isn't here is a fault.

/** Scenarios, or single checks of one, by why they don't apply. */
const NOT_APPLICABLE: Record<string, (string | [scenario: string, ...checks: string[]])[]> = {
	'They call a test tool of the reference server. Ours are tried by the client SDKs': [
		'tools-call-simple-text',
		'tools-call-image',
		'tools-call-audio',
		'tools-call-embedded-resource',
		'tools-call-mixed-content',
		'tools-call-error',
		'json-schema-2020-12',
		[
			'server-stateless',
			'sep-2575-server-rejects-undeclared-capability',
			'sep-2575-missing-capability-http-400',
			'sep-2575-http-server-no-independent-requests-on-stream',
			'sep-2575-server-no-log-without-loglevel',
		],
	],
	'No tool asks the client for anything': [
		'tools-call-sampling',
		'tools-call-elicitation',
		'elicitation-sep1034-defaults',
		'elicitation-sep1330-enums',
		'input-required-result-basic-elicitation',
		'input-required-result-basic-sampling',
		'input-required-result-basic-list-roots',
		'input-required-result-request-state',
		'input-required-result-multiple-input-requests',
		'input-required-result-multi-round',
		'input-required-result-missing-input-response',
		'input-required-result-non-tool-request',
		'input-required-result-result-type',
		'input-required-result-tampered-state',
		'input-required-result-capability-check',
		'input-required-result-ignore-extra-params',
	],
	'There are no resources': [
		'resources-list',
		'resources-read-text',
		'resources-read-binary',
		'resources-templates-read',
		'resources-subscribe',
		'resources-unsubscribe',
		'sep-2164-resource-not-found',
		['caching', 'sep-2549-resources-list-caching-hints', 'sep-2549-resources-templates-list-caching-hints'],
	],
	'There are no prompts': [
		'prompts-list',
		'prompts-get-simple',
		'prompts-get-with-args',
		'prompts-get-embedded-resource',
		'prompts-get-with-image',
		['caching', 'sep-2549-prompts-list-caching-hints'],
	],
	'There is nothing to complete': ['completion-complete'],
	'A call is short, and says nothing before its result': [
		'tools-call-with-progress',
		'tools-call-with-logging',
		'logging-set-level',
	],
	'There is no session, so no stream that belongs to one': ['server-sse-multiple-streams', 'server-sse-polling'],
	'No parameter of a tool is repeated in a header': ['http-custom-header-server-validation'],
	'Tasks are an extension. The calls of the API that take long have records of their own': [
		'tasks-lifecycle',
		'tasks-capability-negotiation',
		'tasks-wire-fields',
		'tasks-request-state-removal',
		'tasks-mrtr-input',
		'tasks-request-headers',
		'tasks-dispatch-and-envelope',
		'tasks-required-task-error',
		'tasks-mrtr-composition',
	],
}

const ALL = Object.values(NOT_APPLICABLE).flat()

/** Whether a check that failed asks for something that Plinth doesn't have. What is sent must be valid everywhere. */
export const isNotApplicable = (scenario: string, check: string): boolean =>
	check !== 'wire-schema-valid' &&
	ALL.some((one) => (typeof one === 'string' ? one === scenario : one[0] === scenario && one.slice(1).includes(check)))
