-- How many bytes an owner may keep for reverts and for revisions. NULL means no limit. This repeats the rule of
-- `effectiveInteger` for triggers, which can't call it, and for the platform, which has the defaults. A test compares the two.

CREATE VIEW `byte_budgets` AS
	SELECT o.owner, d.key, nullif(max(0, CAST(coalesce(
		(SELECT e.value FROM entitlement_overrides e WHERE e.org_id = o.owner AND e.key = d.key
			AND (e.expires_at IS NULL OR e.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))),
		(SELECT p.value FROM subscriptions s JOIN plan_entitlements p ON p.plan_id = s.plan_id AND p.key = d.key
			WHERE s.org_id = o.owner AND s.status = 'active' AND s.current_period_start <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
			AND s.current_period_end > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
		(SELECT c.value FROM config_entries c WHERE c.key = d.key), d.bytes) AS INTEGER)), 0) AS bytes
	FROM (SELECT id AS owner FROM orgs UNION ALL SELECT 'platform') o
	CROSS JOIN (SELECT 'limit.undo_bytes' AS key, '50000000' AS bytes UNION ALL SELECT 'limit.revision_bytes', '20000000') d;
