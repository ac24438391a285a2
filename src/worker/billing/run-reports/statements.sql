-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- consume.ts: stillUnheard
INSERT INTO guards(failed)
SELECT 1
WHERE (NOT EXISTS ({stillunheard})) IS NOT 1;

-- {stillunheard}
SELECT 1
FROM webhook_endpoints w
WHERE w.org_id IN (SELECT value FROM json_each(:unheard)) AND w.deleted_at IS NULL;
