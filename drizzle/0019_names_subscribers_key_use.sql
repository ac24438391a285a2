ALTER TABLE `api_keys` ADD `last_used_at` text;--> statement-breakpoint
CREATE INDEX `orgs_name` ON `orgs` (lower("name"));--> statement-breakpoint
CREATE INDEX `subscriptions_plan` ON `subscriptions` (`plan_id`,`status`,`current_period_end`);--> statement-breakpoint
CREATE INDEX `llm_providers_any_name` ON `llm_providers` (lower("name"));--> statement-breakpoint
CREATE INDEX `mcp_configs_any_name` ON `mcp_configs` (lower("name"));