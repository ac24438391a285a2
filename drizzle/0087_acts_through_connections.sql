ALTER TABLE `service_account_encryption_keys` ADD `through_connection_id` text;--> statement-breakpoint
ALTER TABLE `service_account_keys` ADD `through_connection_id` text;--> statement-breakpoint
ALTER TABLE `invitations` ADD `through_connection_id` text;--> statement-breakpoint
ALTER TABLE `oidc_connections` ADD `through_connection_id` text;--> statement-breakpoint
ALTER TABLE `scim_tokens` ADD `through_connection_id` text;