CREATE TABLE `config_entries` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text,
	`updated_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `llm_models` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`model` text NOT NULL,
	`priority` integer NOT NULL,
	`is_default` integer NOT NULL,
	`tags` text NOT NULL,
	`when` text NOT NULL,
	`advanced_json` text,
	`multiplier` real NOT NULL,
	`cost_per_1k_input` real NOT NULL,
	`cost_per_1k_output` real NOT NULL,
	`cost_per_1k_cache_write` real,
	`cost_per_1k_cache_read` real,
	`created_at` text NOT NULL,
	FOREIGN KEY (`provider_id`) REFERENCES `llm_providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `llm_models_model` ON `llm_models` (`provider_id`,`model`);--> statement-breakpoint
CREATE UNIQUE INDEX `llm_models_default` ON `llm_models` (`provider_id`) WHERE "llm_models"."is_default" = 1;--> statement-breakpoint
CREATE TABLE `llm_providers` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`provider` text NOT NULL,
	`name` text NOT NULL,
	`key_prefix` text NOT NULL,
	`base_url` text,
	`vendor_a_api_mode` text,
	`advanced_json` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "llm_providers_name_caret" CHECK(instr("llm_providers"."name", '^') = 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `llm_providers_name` ON `llm_providers` (`org_id`,`name`);--> statement-breakpoint
CREATE INDEX `llm_providers_org` ON `llm_providers` (`org_id`,`id`);--> statement-breakpoint
CREATE TABLE `mcp_configs` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`transport` text NOT NULL,
	`url` text,
	`has_auth` integer NOT NULL,
	`command` text NOT NULL,
	`args` text NOT NULL,
	`cwd` text,
	`inherit_parent_env` integer NOT NULL,
	`call_timeout_ms` integer NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mcp_configs_transport" CHECK(("mcp_configs"."transport" = 'stdio') = ("mcp_configs"."url" IS NULL)),
	CONSTRAINT "mcp_configs_call_timeout_ms" CHECK("mcp_configs"."call_timeout_ms" BETWEEN 100 AND 600000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_configs_name` ON `mcp_configs` (`org_id`,`name`);--> statement-breakpoint
CREATE INDEX `mcp_configs_org` ON `mcp_configs` (`org_id`,`id`);--> statement-breakpoint
CREATE TABLE `secrets` (
	`table_name` text NOT NULL,
	`row_id` text NOT NULL,
	`column_name` text NOT NULL,
	`key_id` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`table_name`, `row_id`, `column_name`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `secrets_key` ON `secrets` (`key_id`);--> statement-breakpoint
CREATE TABLE `tool_groups` (
	`owner` text NOT NULL,
	`group_name` text NOT NULL,
	`generation` integer NOT NULL,
	`published_generation` integer NOT NULL,
	PRIMARY KEY(`owner`, `group_name`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `tool_groups_unpublished` ON `tool_groups` (`owner`,`group_name`) WHERE "tool_groups"."published_generation" < "tool_groups"."generation";--> statement-breakpoint
CREATE TABLE `tool_providers` (
	`owner` text NOT NULL,
	`group_name` text NOT NULL,
	`provider_name` text NOT NULL,
	`is_active` integer DEFAULT false NOT NULL,
	`key_prefix` text,
	`base_url` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`owner`, `provider_name`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `tool_providers_active` ON `tool_providers` (`owner`,`group_name`) WHERE "tool_providers"."is_active" = 1;