-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- resolve.ts: providersOf
SELECT
	id, org_id, provider, name, key_prefix, base_url, vendor_a_api_mode, advanced_json, created_at,
	(
		SELECT json_group_array(
			json_object(
				'id', llm_models.id, 'provider_id', llm_models.provider_id, 'model', llm_models.model,
				'priority', llm_models.priority,
				'is_default', json(CASE llm_models.is_default WHEN 1 THEN 'true' WHEN 0 THEN 'false' END),
				'tags', json(llm_models.tags), 'when', json(llm_models."when"),
				'advanced_json', json(llm_models.advanced_json),
				'multiplier', llm_models.multiplier,
				'cost_per_1k_input', llm_models.cost_per_1k_input,
				'cost_per_1k_output', llm_models.cost_per_1k_output,
				'cost_per_1k_cache_write', llm_models.cost_per_1k_cache_write,
				'cost_per_1k_cache_read', llm_models.cost_per_1k_cache_read,
				'entitlement', llm_models.entitlement
			) ORDER BY llm_models.priority DESC,
			llm_models.id ASC
		)
		FROM llm_models
		WHERE llm_models.provider_id = llm_providers.id
	) AS models
FROM llm_providers
WHERE llm_providers.org_id = :org_id
ORDER BY llm_providers.id ASC;

-- resolve.ts: keysOf
SELECT
	secrets.table_name, secrets.row_id, secrets.column_name, secrets.key_id, secrets.sealed, secrets.created_at,
	secrets.secret_id, secrets.fingerprint
FROM llm_providers
INNER JOIN secrets ON secrets.table_name = 'llm_providers'
	AND secrets.row_id = llm_providers.id
	AND secrets.column_name = 'api_key'
WHERE llm_providers.org_id = :org_id;
