ALTER TABLE `mcp_configs` ADD `stdio_url` text;--> statement-breakpoint
-- A model without extra settings has an empty object.
UPDATE `llm_models` SET `advanced_json` = '{}' WHERE `advanced_json` IS NULL;
