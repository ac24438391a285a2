import { bytes, type Guide, table } from '../guide.ts'

// The record of a domain, as a zone file has it.
const RECORD = '_plinth.acme.example.  3600  IN  TXT  "plinth-domain=…"'

const SCIM_USERS = `curl "$PLINTH/scim/v2/Users" -H "Authorization: Bearer $SCIM_TOKEN"`

export const signIn: Guide = {
	title: "Sign in with your company's provider",
	summary: 'Connect Okta, Entra, Google or Keycloak, require it, and let your directory say who belongs to you.',
	lead: "How the people of your org sign in with your company's provider, how you require that, and how they lose access on the day they leave. For owners of an org, and for platform admins.",
	chapters: () => [
		{
			id: 'connect',
			title: 'Connect the provider',
			parts: [
				'You need to be an owner of the org, and somebody who can register an application at the provider. Any provider that speaks OpenID Connect will do.',
				'In the console, open “Your org”, then “Sign-in”, and choose “New connection”. Pick your provider: the form then says where to find the issuer, the client ID and the client secret there. When you have created the connection, it shows its redirect address, `/v1/auth/oidc/{connection_id}/callback` on your instance. Add that address to the application at the provider.',
				'Platform admins connect a provider for operators in the same way, under “OpenID connections”.',
				"A program can do this too, with the token of an owner who has signed in within the last ten minutes: `POST /v1/orgs/{org_id}/oidc-connections`. API keys can't, because they could let themselves in.",
			],
		},
		{
			id: 'domain',
			title: 'Verify your domain',
			parts: [
				'The sign-in page offers your connection to everybody who types an address of your domains, and your directory may make accounts for these addresses. So you verify each domain with a TXT record. The page of the connection shows its name and its value:',
				bytes('domain-record', RECORD),
				'Create it at your DNS provider. A new record can take an hour to show. Keep it: Plinth looks for it again every week.',
			],
		},
		{
			id: 'test',
			title: 'Test it, and sign in',
			parts: [
				'Press “Test”, or call `POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/test`. It reads what the provider says about itself, and looks for the records. If something is wrong, it says what to correct.',
				'Only a sign-in shows whether the client secret is right. Open the console in a private window, type an address of your domain, and continue with the provider. If that fails, the page of the connection says why.',
			],
		},
		{
			id: 'roles',
			title: 'Decide who gets which role',
			parts: [
				'Everybody who signs in through the connection becomes a member of your org. Their role comes from a claim of the provider:',
				table([
					[
						'role_claim',
						"The claim that names groups or roles, such as `groups`. Without one, nobody's role changes at a sign-in.",
					],
					[
						'role_map',
						'Which role each value of the claim grants: `owner`, `admin` or `member`. Of several, the highest counts.',
					],
					['default_role', "The role of newcomers whose claim maps to none. Without one they aren't let in."],
				]),
				"Roles are set at each sign-in, so a change at the provider counts from the next one. The last owner stays one, whatever the claim says. A connection grants no role that the person who last edited it can't grant.",
				'People who already have an account keep it if its address is verified here and at the provider, and in a verified domain. Everybody else gets a new account.',
			],
		},
		{
			id: 'require',
			title: 'Require it',
			parts: [
				"An optional connection is one way in of several. Once it's required, only people who came through it act in your org. Everybody else is refused within 15 minutes, those who are signed in too.",
				"Choose “Require it”. The change takes effect on trial, and is rolled back unless you confirm it in time. You can confirm it only after you have signed in through the connection yourself, so do that in another window. A connection that doesn't work can lock nobody out.",
				'In the API it\'s `PATCH /v1/orgs/{org_id}/oidc-connections/{connection_id}` with `{"is_required": true}` and the header `Confirm-Within: 600`. [Change with a safety net](/docs/changes#on-trial) shows how to confirm it.',
				"API keys and service accounts aren't affected. Their scopes decide.",
			],
		},
		{
			id: 'directory',
			title: 'Let your directory say who belongs to you',
			parts: [
				'Without a directory, somebody who leaves keeps their session until it ends, up to twelve hours. With SCIM 2.0 the provider says so at once. Choose “Make SCIM token”, and copy the base URL and the token into the provisioning settings of your provider. The token is shown once.',
				'If the person who last edited the connection leaves or may no longer edit it, the connection waits: it signs in only people who signed in with it before, as members at most, until an owner who signed in in another way presses “Confirm it”. Their SCIM token then only reads, and deactivates members whom it made, and expires after 14 days. The owners get a notice that also names the service accounts whose keys the person has seen.',
				"From then on your provider makes people known before they sign in, with the connection's `default_role`. Deactivating somebody there ends their membership, their API keys of the org and their sessions through its connections. Activating them again brings the membership back, but no keys.",
				'To see what your directory has said:',
				bytes('scim-users', SCIM_USERS),
				"Only addresses in verified domains are accepted. Groups aren't read.",
			],
		},
		{
			id: 'second-factor',
			title: 'Without a provider: passkeys and second factors',
			parts: [
				'Everybody can add passkeys and an authenticator app to their account, under “Your account”, and make recovery codes. People with two passkeys, or with one and recovery codes, can switch off their password: then nobody who knows it gets in.',
				'Owners can require a second factor of everybody in their org, under “Your org” and “Overview”, and platform admins of operators or of everybody. It takes effect on trial too. People without one add it at their next sign-in. A sign-in through a provider needs none of ours, because the provider asks for its own.',
			],
		},
		{
			id: 'locked-out',
			title: 'When somebody is locked out',
			parts: [
				table([
					[
						'a lost device',
						'A recovery code stands in for it, once. Without one, an operator resets the second factor.',
					],
					[
						'a provider that is down',
						"Sessions continue until they end. An owner whose connection isn't required uses their password or a passkey.",
					],
					[
						'a required provider that is gone',
						'A platform admin with two passkeys gets in with one of them, whatever is required, enters your org, and makes the connection optional. Ask the operator of your instance.',
					],
					['a connection that is deleted or switched off', "It's no longer required. People sign in as before."],
				]),
				'If you operate the instance: keep two passkeys each for two platform admins, in different places.',
			],
		},
		{
			id: 'errors',
			title: 'What refuses a sign-in',
			parts: [
				table([
					['oidc.required', 'The org wants people to come through its connection. Sign in there.'],
					[
						'oidc.no_role',
						'The provider knows the person, but its claim maps to no role. Add the value to `role_map`, or set `default_role`.',
					],
					[
						'oidc.no_account',
						'A platform connection makes accounts only for verified domains. Sign in another way, and add the provider to the account.',
					],
					['oidc.inactive', 'The directory has deactivated this person, or an operator has suspended them.'],
					[
						'oidc.provider',
						"The provider refused, or its answer can't be trusted. The page of the connection names the step.",
					],
					[
						'oidc.through_org',
						"A session through an org's connection stays in that org. For your own account, sign in another way.",
					],
				]),
				'See the [errors](/docs#errors), with what each means and what to do.',
			],
		},
	],
}
