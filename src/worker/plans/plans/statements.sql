-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- routes.ts: plansBefore
SELECT id, name, display_name, created_at, ({entitlements}) AS entitlements
FROM plans
WHERE plans.id < :id
ORDER BY plans.id DESC
LIMIT :limit;

-- {entitlements}
SELECT json_group_array(
	json_object(
		'id', plan_entitlements.id, 'key', plan_entitlements.key, 'value', plan_entitlements.value,
		'value_type', plan_entitlements.value_type
	) ORDER BY key
)
FROM plan_entitlements
WHERE plan_entitlements.plan_id = plans.id;

-- routes.ts: planById
SELECT id, name, display_name, created_at, ({entitlements}) AS entitlements
FROM plans
WHERE plans.id = :id;
