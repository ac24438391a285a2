ALTER TABLE `holds` ADD `price` text;--> statement-breakpoint
ALTER TABLE `holds` ADD `model_id` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `total_cache_read_tokens` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `total_cache_write_tokens` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `other_cost_microusd` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `costing` integer;--> statement-breakpoint
ALTER TABLE `usage_days` ADD `reported_cost_microusd` integer;--> statement-breakpoint
ALTER TABLE `usage_days` ADD `priced_cost_microusd` integer;--> statement-breakpoint
ALTER TABLE `usage_days` ADD `unreported_run_count` integer;--> statement-breakpoint
ALTER TABLE `usage_days` ADD `unpriced_run_count` integer;--> statement-breakpoint
ALTER TABLE `usage_days` ADD `uncounted_run_count` integer;--> statement-breakpoint
ALTER TABLE `usage_days` ADD `own_run_count` integer;--> statement-breakpoint
ALTER TABLE `usage_days` ADD `own_cost_microusd` integer;