CREATE TABLE `oidc_connections` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`scopes` text NOT NULL,
	`role_claim` text,
	`role_map` text NOT NULL,
	`default_role` text,
	`session_max_age` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`decided_by` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "oidc_connections_session_max_age" CHECK("oidc_connections"."session_max_age" BETWEEN 300 AND 43200)
);
--> statement-breakpoint
CREATE INDEX `oidc_connections_org` ON `oidc_connections` (`org_id`,`id`);--> statement-breakpoint
CREATE TABLE `oidc_domains` (
	`connection_id` text NOT NULL,
	`domain` text NOT NULL,
	`challenge` text NOT NULL,
	`proved_at` text,
	`checked_at` text,
	PRIMARY KEY(`connection_id`, `domain`),
	FOREIGN KEY (`connection_id`) REFERENCES `oidc_connections`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oidc_domains_proved` ON `oidc_domains` (`domain`) WHERE "oidc_domains"."proved_at" IS NOT NULL;