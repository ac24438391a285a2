-- Generated from the configuration kinds by npm run db:triggers.
--
-- configuration_generations counts the configuration changes of the platform and of each org. An apply is computed from a state
-- that it read, so its batch is refused when the count changed since. The database counts, so every writer of a configuration
-- table increases the count in the same transaction, including writers added later.

CREATE TRIGGER `configuration_plans_insert` AFTER INSERT ON `plans` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_plans_update` AFTER UPDATE ON `plans` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_plans_delete` AFTER DELETE ON `plans` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_plan_entitlements_insert` AFTER INSERT ON `plan_entitlements` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_plan_entitlements_update` AFTER UPDATE ON `plan_entitlements` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_plan_entitlements_delete` AFTER DELETE ON `plan_entitlements` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_feature_flags_insert` AFTER INSERT ON `feature_flags` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_feature_flags_update` AFTER UPDATE ON `feature_flags` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_feature_flags_delete` AFTER DELETE ON `feature_flags` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_feature_flag_overrides_insert` AFTER INSERT ON `feature_flag_overrides` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_feature_flag_overrides_update` AFTER UPDATE ON `feature_flag_overrides` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_feature_flag_overrides_delete` AFTER DELETE ON `feature_flag_overrides` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_entitlement_overrides_insert` AFTER INSERT ON `entitlement_overrides` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_entitlement_overrides_update` AFTER UPDATE ON `entitlement_overrides` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_entitlement_overrides_delete` AFTER DELETE ON `entitlement_overrides` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_config_entries_insert` AFTER INSERT ON `config_entries` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_config_entries_update` AFTER UPDATE ON `config_entries` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_config_entries_delete` AFTER DELETE ON `config_entries` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_tool_providers_insert` AFTER INSERT ON `tool_providers` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.owner, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

-- Other columns aren't part of a document.
CREATE TRIGGER `configuration_tool_providers_update` AFTER UPDATE OF is_active, key_prefix, base_url ON `tool_providers` WHEN old.is_active IS NOT new.is_active OR old.key_prefix IS NOT new.key_prefix OR old.base_url IS NOT new.base_url BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.owner, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_tool_providers_delete` AFTER DELETE ON `tool_providers` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.owner, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_llm_providers_insert` AFTER INSERT ON `llm_providers` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_llm_providers_update` AFTER UPDATE ON `llm_providers` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_llm_providers_delete` AFTER DELETE ON `llm_providers` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_llm_models_insert` AFTER INSERT ON `llm_models` BEGIN
	INSERT INTO configuration_generations (owner, generation) SELECT (SELECT p.org_id FROM llm_providers p WHERE p.id = new.provider_id), 1 WHERE (SELECT p.org_id FROM llm_providers p WHERE p.id = new.provider_id) IS NOT NULL
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_llm_models_update` AFTER UPDATE ON `llm_models` BEGIN
	INSERT INTO configuration_generations (owner, generation) SELECT (SELECT p.org_id FROM llm_providers p WHERE p.id = new.provider_id), 1 WHERE (SELECT p.org_id FROM llm_providers p WHERE p.id = new.provider_id) IS NOT NULL
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_llm_models_delete` AFTER DELETE ON `llm_models` BEGIN
	INSERT INTO configuration_generations (owner, generation) SELECT (SELECT p.org_id FROM llm_providers p WHERE p.id = old.provider_id), 1 WHERE (SELECT p.org_id FROM llm_providers p WHERE p.id = old.provider_id) IS NOT NULL
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_mcp_configs_insert` AFTER INSERT ON `mcp_configs` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_mcp_configs_update` AFTER UPDATE ON `mcp_configs` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_mcp_configs_delete` AFTER DELETE ON `mcp_configs` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_budgets_insert` AFTER INSERT ON `budgets` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.owner, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_budgets_update` AFTER UPDATE ON `budgets` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.owner, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_budgets_delete` AFTER DELETE ON `budgets` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.owner, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_ip_rules_insert` AFTER INSERT ON `ip_rules` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_ip_rules_update` AFTER UPDATE ON `ip_rules` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_ip_rules_delete` AFTER DELETE ON `ip_rules` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (old.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_webhook_endpoints_insert` AFTER INSERT ON `webhook_endpoints` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

-- Other columns aren't part of a document.
CREATE TRIGGER `configuration_webhook_endpoints_update` AFTER UPDATE OF url, events, enabled, has_secret, deleted_at ON `webhook_endpoints` WHEN old.url IS NOT new.url OR old.events IS NOT new.events OR old.enabled IS NOT new.enabled OR old.has_secret IS NOT new.has_secret OR old.deleted_at IS NOT new.deleted_at BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES (new.org_id, 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_gateway_config_insert` AFTER INSERT ON `gateway_config` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_gateway_config_update` AFTER UPDATE ON `gateway_config` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_gateway_config_delete` AFTER DELETE ON `gateway_config` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_email_config_insert` AFTER INSERT ON `email_config` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_email_config_update` AFTER UPDATE ON `email_config` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

CREATE TRIGGER `configuration_email_config_delete` AFTER DELETE ON `email_config` BEGIN
	INSERT INTO configuration_generations (owner, generation) VALUES ('platform', 1)
	ON CONFLICT (owner) DO UPDATE SET generation = generation + 1;
END;

-- A secret belongs to the owner of its row. Re-sealing doesn't change created_at, so rotating keys doesn't count.
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
