-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it.

-- signal.ts: dueSince
SELECT id
FROM webhook_endpoints
WHERE webhook_endpoints.due_at BETWEEN :since AND :now AND webhook_endpoints.enabled = 1
LIMIT :limit;
