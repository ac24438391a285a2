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
	`last_failure` text,
	`last_failed_at` text,
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
CREATE UNIQUE INDEX `oidc_domains_proved` ON `oidc_domains` (`domain`) WHERE "oidc_domains"."proved_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`connection_id` text NOT NULL,
	`email` text,
	`last_used_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_subject` ON `identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `oidc_sign_ins` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`return_to` text NOT NULL,
	`session_id` text,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `oidc_connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oidc_sign_ins_expires_at` ON `oidc_sign_ins` (`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `connection_id` text;