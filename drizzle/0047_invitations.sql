CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`inviter_user_id` text NOT NULL,
	`inviter_api_key_id` text,
	`token_hash` text NOT NULL,
	`mailed_token_hash` text,
	`created_at` text NOT NULL,
	`sent_at` text NOT NULL,
	`mailed_at` text,
	`expires_at` text NOT NULL,
	`accepted_at` text,
	`accepted_user_id` text,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inviter_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accepted_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invitations_role" CHECK("invitations"."role" IN ('owner', 'admin', 'member'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_mailed_token_hash_unique` ON `invitations` (`mailed_token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_org` ON `invitations` (`org_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_address` ON `invitations` (`org_id`,lower("email")) WHERE "invitations"."accepted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `invitations_ended_at` ON `invitations` (CASE WHEN "accepted_at" IS NULL THEN "expires_at" ELSE "accepted_at" END);