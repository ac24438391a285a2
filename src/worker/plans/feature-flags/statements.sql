-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- evaluate.ts: everyFlag
SELECT key, default_value
FROM feature_flags
ORDER BY feature_flags.key ASC;

-- evaluate.ts: overridesOf
SELECT flag_key, enabled
FROM feature_flag_overrides
WHERE feature_flag_overrides.org_id = :org_id;

-- routes.ts: flagsBefore
SELECT id, key, description, default_value, created_at
FROM feature_flags
WHERE feature_flags.id < :id
ORDER BY feature_flags.id DESC
LIMIT :limit;

-- routes.ts: insertFlag
INSERT INTO feature_flags(id, key, description, default_value, created_at)
VALUES (:id, :key, :description, :default_value, :created_at);

-- routes.ts: flagByKey
SELECT id, key, description, default_value, created_at
FROM feature_flags
WHERE feature_flags.key = :key;
