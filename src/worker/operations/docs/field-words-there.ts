// What a field means in the schemas of one kind of thing, where its name alone says too little.

const RUN_STATUS =
	'`queued` and `running` may still change. `completed`, `failed` and `cancelled` are final: the run is charged, and never runs again.'
const DELIVERY_STATUS =
	'`pending` waits for its next attempt, `failed` too, after one that failed. `delivered` is done. `dead` has no attempts left, and `skipped` was kept while the endpoint was disabled.'
const USER_STATUS =
	"`active` users can sign in. `suspended` ones can't, and their sessions and keys are gone. `deleted` ones are erased."
const OF_LEDGER =
	'Why the balance moved: an adjustment by an operator, the `consumption` of runs, the `monthly_grant` of a plan, a `redemption`, or a grant or reward of an invitation.'
const EXPORT_STATUS =
	'`running` is written now, `completed` can be downloaded, `failed` has an error, `expired` has lost its files.'
const PAUSED = 'What is paused: an org, a user, an agent, a model, an API key, a provider, or the whole platform.'
const FINDABLE = 'What the ID belongs to, such as `user` or `plan`.'

/** Each with the names of its schemas. The first that fits wins. */
const FAMILIES: [schemas: RegExp, fields: Record<string, string>][] = [
	[
		/ApiKey$|ServiceAccountKey$/,
		{
			name: 'What people call the key, such as the machine that it is on. It means nothing to Plinth.',
			scopes: 'The permissions that the key may use, as far as its user has them.',
		},
	],
	[
		/ServiceAccount$|^MeAsService$/,
		{
			name: 'What people call the account, such as what its program does. The audit log shows it.',
			is_active: 'Whether its keys work. Suspending the account stops its programs at once, and keeps the keys.',
			kind: 'Always `service`: the caller is a service account.',
			scope: PAUSED,
			reason: 'Why it was paused, as somebody wrote it.',
		},
	],
	[
		/^Me$/,
		{
			kind: 'Always `user`: the caller is a person, or a key of one.',
			name: 'The name of the org.',
			status: USER_STATUS,
			username: 'The name that others see in lists and in the audit log.',
			scope: PAUSED,
			reason: 'Why it was paused, as somebody wrote it.',
		},
	],
	[
		/^(Update)?User(WithOrgs)?$|^Operator$|^UpdateMe$|^OrgMember$|^Register$/,
		{
			name: 'The name of the org.',
			status: USER_STATUS,
			username: 'The name that others see in lists and in the audit log. It is unique.',
		},
	],
	[/Org(WithMembers)?$/, { name: 'The name of the org, which its members see. Several orgs can have the same.' }],
	[
		/Plan$/,
		{
			name: 'The name by which subscriptions and configuration documents refer to the plan. It is unique.',
			display_name: 'The name of the plan that customers see.',
		},
	],
	[
		/Budget/,
		{
			name: 'What people call the budget. Refusals and alerts name it.',
			scope: 'What has one limit together: an `org`, `user`, `api_key`, `agent`, `model`, or a single `run`.',
		},
	],
	[
		/LlmProvider$/,
		{
			name: 'The name of this account with a vendor. Selectors begin with it: `<name>^<model>`.',
			provider: 'Whose API it speaks: `vendor_a` is compatible with OpenAI, `vendor_b` with Anthropic.',
		},
	],
	[
		/McpConfig$|^SealedMcp$/,
		{
			name: 'The name by which agents know the server. It is unique in the org.',
			is_active: 'Whether runs get this server. Switched off, it keeps its settings.',
			reason: 'Why the server was left out.',
		},
	],
	[
		/OidcConnection$/,
		{
			is_active: 'Whether people can sign in with it. Switched off, it keeps its settings and its verified domains.',
			scopes:
				'What the provider is asked to tell. It must contain `openid`, and `email` to find people by their address.',
		},
	],
	[/^OfferedConnection$/, { name: 'What the button of the sign-in page says.' }],
	[/Passkey$/, { name: 'What its user calls it, such as the device that it is on.' }],
	[
		/^PasskeyCreationOptions$|^PasskeyRequestOptions$|^NewCredential$|^Assertion$/,
		{
			id: 'The ID of the passkey or of its user, in base64url, as WebAuthn has it.',
			name: 'What the authenticator shows.',
			type: 'Always `public-key`, as WebAuthn has it.',
		},
	],
	[/^ToolProvider/, { is_active: 'Whether runs get this provider. In each scope, one provider of a group is active.' }],
	[
		/^(Org|Platform)Configuration$/,
		{
			version: "The version of the document's format. It is 1.",
			is_active: 'Whether runs get it. Switched off, it keeps its settings.',
			enabled: 'Whether it is on: for this org, or to receive events.',
			reason: 'Why the org has another value than its plan, as somebody wrote it.',
			display_name: 'The name of the plan that customers see.',
			provider: 'Whose API it speaks: `vendor_a` is compatible with OpenAI, `vendor_b` with Anthropic.',
		},
	],
	[
		/InviteCode$|RedemptionCode/,
		{
			is_active: 'Whether the code can still be used.',
			type: '`credits` adds the value to the balance of the org. What other types mean is up to your platform.',
		},
	],
	[/^Redeemed$/, { type: '`credits` went to the balance of the org. What other types mean is up to your platform.' }],
	[/IpRule/, { type: '`allowlist`: once an org has one, only such networks get in. `blocklist`: these never get in.' }],
	[/^LedgerEntry$/, { type: OF_LEDGER }],
	[
		/Broadcast/,
		{
			type: 'A word by which programs tell messages apart, such as `maintenance`.',
			status:
				'`pending` and `sending` continue by themselves. `completed` reached everybody, `failed` and `cancelled` only those before.',
		},
	],
	[/^Notification$/, { type: 'A word by which programs tell messages apart, such as `credits.low`.' }],
	[/Deliver|^TraceEvent$/, { type: 'The type of the event, such as `run.completed`.', status: DELIVERY_STATUS }],
	[/^WebhookEventType$/, { type: 'The name of the event, to subscribe to.' }],
	[
		/^(Update)?WebhookEndpoint$/,
		{ enabled: 'Whether events are sent. While it is false, they are kept as `skipped` deliveries.' },
	],
	[/FeatureFlagOverride$/, { enabled: 'The value of the flag for this org.' }],
	[
		/Run(s)?$/,
		{
			status: RUN_STATUS,
			name: 'The name of the MCP server.',
			model: "The model that the run used, by the vendor's name for it.",
		},
	],
	[
		/^Subscription$/,
		{ status: '`active` grants the plan in its period. `cancelled` and `expired` grant nothing any longer.' },
	],
	[
		/^UnconfirmedChange$/,
		{
			status:
				'`pending` waits for confirmation, `confirmed` stays, `reverted` was rolled back. `failed` was not, because somebody changed the same rows since.',
		},
	],
	[
		/^Backup$/,
		{
			kind: '`daily` by itself, or `manual` because somebody asked for it.',
			status: '`running` is being copied, `completed` can be restored, `failed` has an error.',
		},
	],
	[/^OrgExport/, { status: EXPORT_STATUS }],
	[/^Found$|^Name$/, { kind: FINDABLE, name: 'What people call the thing: its name, login, key or code.' }],
	[/^Pause$/, { scope: PAUSED, reason: 'Why, as somebody wrote it. Refused callers read it.' }],
	[/^AccessLogFacets$/, { count: 'How many requests have this value.' }],
	[/^MarkedRead$/, { count: 'How many notifications were unread before.' }],
	[/^DryRun$/, { count: 'How many movements there would be in all.' }],
	[
		/^Ready$|^NotReady$/,
		{
			name: 'The name of the job.',
			status: '`ok`, or `unavailable` with the reason.',
			reason: 'What is missing, as a name for programs.',
		},
	],
	[
		/^AvailableModel$/,
		{ name: 'What the vendor calls the model for people.', id: "The vendor's ID of the model, which requests name." },
	],
	[/EntitlementOverride$/, { reason: 'Why the org has another value than its plan, as somebody wrote it.' }],
	[
		/^PriceInCredits$/,
		{
			input: 'Of input tokens.',
			output: 'Of output tokens.',
			cache_write: 'Of tokens written to the cache.',
			cache_read: 'Of tokens read from the cache.',
		},
	],
	[
		/^EffectiveModel$/,
		{
			is_entitled: 'Whether the org has the entitlement that the model needs.',
			is_priced: 'Whether the model has a price. Without one, no run on it starts.',
			price: 'What the org pays for it.',
		},
	],
	[
		/^EffectiveEntitlement$/,
		{ source: 'An `override` of the org wins over its `plan`, and that over the `default` of the key.' },
	],
	[/^Evaluation$/, { reason: '`override` if the org has a value of its own, otherwise `default`.' }],
	[/^OfrepEvaluated$/, { reason: '`TARGETING_MATCH` if the org has a value of its own, otherwise `STATIC`.' }],
	[
		/^ResolvedModel$|^SealedModel$/,
		{
			reason:
				'Why this model: the `selector` names it, its conditions (`when`) fit, it is the `default`, or it has the highest `priority`.',
		},
	],
	[/^SkippedModel$/, { reason: 'Why the model was passed over.' }],
	[/^ConfigurationWarning$/, { reason: 'What kind of consequence it is, such as a `deletion` or a `lockout`.' }],
	[
		/^SealedTool$|^EffectiveToolProvider$/,
		{ scope: "Whose provider it is: the org's or the platform's. `legacy` is from a config entry." },
	],
	[/^Jwks$/, { kid: 'The ID of the key, which the head of a token names.' }],
	[/^SecretKey$/, { key_id: 'The ID of the key in `SECRETS_KEYS`.' }],
	[
		/^CreateLlmModel$|^LlmModel$/,
		{ model: "The vendor's ID of the model. Selectors end with it: `<provider>^<model>`." },
	],
]

/** What a parameter of the path means after the word before it. */
const IN_PATHS: Record<string, string> = {
	'pauses/scope': 'What is paused: `org`, `user`, `agent`, `model`, `api_key`, `provider` or `platform`.',
	'/subject': 'The ID or the name of what is paused; `all` for the platform.',
	'files/number': "The number of the file in the export's manifest, counted from 1.",
	'keys/key_id': 'The ID of the API key: that in its `id`, not the key itself.',
	'encryption-keys/kid': 'The RFC 7638 thumbprint of the public key, from its `kid`.',
	'oidc-connections/connection_id': 'The ID of the connection, from its `id` or its redirect address.',
}

/** What a parameter of the query means, where a field of that name means something else. */
export const IN_QUERIES: Record<string, string> = {
	status: 'Only rows with this status.',
	type: 'Only rows of this type.',
}

/** What a field means in the schema of that name, where its name alone says too little. */
export const wordsThere = (schema: string, field: string): string | undefined =>
	FAMILIES.find(([names, fields]) => names.test(schema) && field in fields)?.[1][field]

/** What a parameter of the path means after `noun`, where its name alone says too little. */
export const wordsInPath = (noun: string, name: string): string | undefined => IN_PATHS[`${noun}/${name}`]
