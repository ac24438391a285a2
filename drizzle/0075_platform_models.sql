-- Rows of the platform have no org, so both tables are rebuilt without that reference. Dropping a table counts every model as one
-- without its provider, and only an insert into the new table of the same name counts it back. So rows wait in a copy, and no
-- table is renamed.
PRAGMA defer_foreign_keys = ON;
--> statement-breakpoint
CREATE TABLE `llm_providers_copy` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`provider` text NOT NULL,
	`name` text NOT NULL,
	`key_prefix` text NOT NULL,
	`base_url` text,
	`vendor_a_api_mode` text,
	`advanced_json` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `llm_providers_copy` (`id`, `org_id`, `provider`, `name`, `key_prefix`, `base_url`, `vendor_a_api_mode`, `advanced_json`, `created_at`) SELECT `id`, `org_id`, `provider`, `name`, `key_prefix`, `base_url`, `vendor_a_api_mode`, `advanced_json`, `created_at` FROM `llm_providers`;
--> statement-breakpoint
DROP TABLE `llm_providers`;
--> statement-breakpoint
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
	CONSTRAINT "llm_providers_name_caret" CHECK(instr("llm_providers"."name", '^') = 0)
);
--> statement-breakpoint
INSERT INTO `llm_providers` (`id`, `org_id`, `provider`, `name`, `key_prefix`, `base_url`, `vendor_a_api_mode`, `advanced_json`, `created_at`) SELECT `id`, `org_id`, `provider`, `name`, `key_prefix`, `base_url`, `vendor_a_api_mode`, `advanced_json`, `created_at` FROM `llm_providers_copy`;
--> statement-breakpoint
DROP TABLE `llm_providers_copy`;
--> statement-breakpoint
CREATE UNIQUE INDEX `llm_providers_name` ON `llm_providers` (`org_id`,`name`);
--> statement-breakpoint
CREATE INDEX `llm_providers_org` ON `llm_providers` (`org_id`,`id`);
--> statement-breakpoint
CREATE INDEX `llm_providers_any_name` ON `llm_providers` (lower("name"));
--> statement-breakpoint
CREATE UNIQUE INDEX `llm_providers_platform_name` ON `llm_providers` (lower("name")) WHERE "llm_providers"."org_id" = 'platform';
--> statement-breakpoint
CREATE TRIGGER `configuration_llm_providers_insert` AFTER INSERT ON `llm_providers` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `configuration_llm_providers_update` AFTER UPDATE ON `llm_providers` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `configuration_llm_providers_delete` AFTER DELETE ON `llm_providers` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
--> statement-breakpoint
ALTER TABLE `llm_models` ADD `entitlement` text;
--> statement-breakpoint
CREATE TABLE `mcp_configs_copy` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`transport` text NOT NULL,
	`url` text,
	`stdio_url` text,
	`has_auth` integer NOT NULL,
	`command` text NOT NULL,
	`args` text NOT NULL,
	`cwd` text,
	`inherit_parent_env` integer NOT NULL,
	`call_timeout_ms` integer NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `mcp_configs_copy` (`id`, `org_id`, `name`, `transport`, `url`, `stdio_url`, `has_auth`, `command`, `args`, `cwd`, `inherit_parent_env`, `call_timeout_ms`, `is_active`, `created_at`, `updated_at`) SELECT `id`, `org_id`, `name`, `transport`, `url`, `stdio_url`, `has_auth`, `command`, `args`, `cwd`, `inherit_parent_env`, `call_timeout_ms`, `is_active`, `created_at`, `updated_at` FROM `mcp_configs`;
--> statement-breakpoint
DROP TABLE `mcp_configs`;
--> statement-breakpoint
CREATE TABLE `mcp_configs` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`transport` text NOT NULL,
	`url` text,
	`stdio_url` text,
	`has_auth` integer NOT NULL,
	`command` text NOT NULL,
	`args` text NOT NULL,
	`cwd` text,
	`inherit_parent_env` integer NOT NULL,
	`call_timeout_ms` integer NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`entitlement` text,
	CONSTRAINT "mcp_configs_transport" CHECK(("mcp_configs"."transport" = 'stdio') = ("mcp_configs"."url" IS NULL)),
	CONSTRAINT "mcp_configs_call_timeout_ms" CHECK("mcp_configs"."call_timeout_ms" BETWEEN 100 AND 600000)
);
--> statement-breakpoint
INSERT INTO `mcp_configs` (`id`, `org_id`, `name`, `transport`, `url`, `stdio_url`, `has_auth`, `command`, `args`, `cwd`, `inherit_parent_env`, `call_timeout_ms`, `is_active`, `created_at`, `updated_at`) SELECT `id`, `org_id`, `name`, `transport`, `url`, `stdio_url`, `has_auth`, `command`, `args`, `cwd`, `inherit_parent_env`, `call_timeout_ms`, `is_active`, `created_at`, `updated_at` FROM `mcp_configs_copy`;
--> statement-breakpoint
DROP TABLE `mcp_configs_copy`;
--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_configs_name` ON `mcp_configs` (`org_id`,`name`);
--> statement-breakpoint
CREATE INDEX `mcp_configs_org` ON `mcp_configs` (`org_id`,`id`);
--> statement-breakpoint
CREATE INDEX `mcp_configs_any_name` ON `mcp_configs` (lower("name"));
--> statement-breakpoint
CREATE TRIGGER `configuration_mcp_configs_insert` AFTER INSERT ON `mcp_configs` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `configuration_mcp_configs_update` AFTER UPDATE ON `mcp_configs` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `configuration_mcp_configs_delete` AFTER DELETE ON `mcp_configs` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
