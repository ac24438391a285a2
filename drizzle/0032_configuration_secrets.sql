-- The text of these triggers follows from the kinds of configuration.
DROP TRIGGER IF EXISTS `configuration_secrets_insert`;
--> statement-breakpoint
CREATE TRIGGER `configuration_secrets_insert` AFTER INSERT ON `secrets` BEGIN
	INSERT INTO configuration_generations (owner, generation)
	SELECT owner, 1 FROM (SELECT coalesce(
		iif(new.table_name = 'config_entries' AND new.column_name IN ('value'), 'platform', NULL),
		iif(new.table_name = 'tool_providers' AND new.column_name IN ('api_key'), substr(new.row_id, 1, instr(new.row_id, ' ') - 1), NULL),
		(SELECT r.org_id FROM llm_providers r WHERE new.table_name = 'llm_providers' AND new.column_name IN ('api_key') AND r.id = new.row_id),
		(SELECT r.org_id FROM mcp_configs r WHERE new.table_name = 'mcp_configs' AND new.column_name IN ('bearer_token', 'env') AND r.id = new.row_id),
		(SELECT r.org_id FROM webhook_endpoints r WHERE new.table_name = 'webhook_endpoints' AND new.column_name IN ('secret') AND r.id = new.row_id),
		iif(new.table_name = 'email_config' AND new.column_name IN ('smtp_pass'), 'platform', NULL)
	) AS owner) WHERE owner IS NOT NULL
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `configuration_secrets_update`;
--> statement-breakpoint
CREATE TRIGGER `configuration_secrets_update` AFTER UPDATE OF created_at ON `secrets` BEGIN
	INSERT INTO configuration_generations (owner, generation)
	SELECT owner, 1 FROM (SELECT coalesce(
		iif(new.table_name = 'config_entries' AND new.column_name IN ('value'), 'platform', NULL),
		iif(new.table_name = 'tool_providers' AND new.column_name IN ('api_key'), substr(new.row_id, 1, instr(new.row_id, ' ') - 1), NULL),
		(SELECT r.org_id FROM llm_providers r WHERE new.table_name = 'llm_providers' AND new.column_name IN ('api_key') AND r.id = new.row_id),
		(SELECT r.org_id FROM mcp_configs r WHERE new.table_name = 'mcp_configs' AND new.column_name IN ('bearer_token', 'env') AND r.id = new.row_id),
		(SELECT r.org_id FROM webhook_endpoints r WHERE new.table_name = 'webhook_endpoints' AND new.column_name IN ('secret') AND r.id = new.row_id),
		iif(new.table_name = 'email_config' AND new.column_name IN ('smtp_pass'), 'platform', NULL)
	) AS owner) WHERE owner IS NOT NULL
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `configuration_secrets_delete`;
--> statement-breakpoint
CREATE TRIGGER `configuration_secrets_delete` AFTER DELETE ON `secrets` BEGIN
	INSERT INTO configuration_generations (owner, generation)
	SELECT owner, 1 FROM (SELECT coalesce(
		iif(old.table_name = 'config_entries' AND old.column_name IN ('value'), 'platform', NULL),
		iif(old.table_name = 'tool_providers' AND old.column_name IN ('api_key'), substr(old.row_id, 1, instr(old.row_id, ' ') - 1), NULL),
		(SELECT r.org_id FROM llm_providers r WHERE old.table_name = 'llm_providers' AND old.column_name IN ('api_key') AND r.id = old.row_id),
		(SELECT r.org_id FROM mcp_configs r WHERE old.table_name = 'mcp_configs' AND old.column_name IN ('bearer_token', 'env') AND r.id = old.row_id),
		(SELECT r.org_id FROM webhook_endpoints r WHERE old.table_name = 'webhook_endpoints' AND old.column_name IN ('secret') AND r.id = old.row_id),
		iif(old.table_name = 'email_config' AND old.column_name IN ('smtp_pass'), 'platform', NULL)
	) AS owner) WHERE owner IS NOT NULL
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;
