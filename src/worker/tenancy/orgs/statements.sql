-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- access.ts: openOrg
SELECT id
FROM orgs
WHERE (orgs.id = :org_id AND orgs.deleted_at IS NULL);

-- doors.ts: isThere
INSERT INTO guards(failed)
SELECT 1
WHERE (NOT EXISTS (SELECT 1 FROM orgs gone WHERE gone.id = :org_id AND gone.deleted_at IS NOT NULL)) IS NOT 1;
