CREATE UNIQUE INDEX `scim_users_name` ON `scim_users` (`connection_id`,lower("user_name")) WHERE "scim_users"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `scim_users_external` ON `scim_users` (`connection_id`,`external_id`);
