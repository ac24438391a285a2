-- What triggers count: how many bytes an owner may keep for reverts and for revisions, and how many audit rows with their states and
-- changes on trial an org may make in a day. NULL means no limit. This repeats the rules of
-- `effectiveInteger` and `fits` for triggers, which can't call them, and for the platform, which has the defaults. A test
-- compares them.

CREATE VIEW `byte_budgets` AS
	SELECT o.owner, d.key, nullif(max(0, CAST(coalesce(
		(SELECT e.value FROM entitlement_overrides e WHERE e.org_id = o.owner AND e.key = d.key
			AND (e.expires_at IS NULL OR e.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
			AND e.value_type = 'integer' AND e.value GLOB '[-0-9]*' AND substr(e.value, 2) NOT GLOB '*[^0-9]*'
			AND length(e.value) - (e.value < '0') BETWEEN 1 AND 16
			AND CAST(e.value AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991),
		(SELECT p.value FROM subscriptions s JOIN plan_entitlements p ON p.plan_id = s.plan_id AND p.key = d.key
			WHERE s.org_id = o.owner AND s.status = 'active' AND s.current_period_start <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
			AND s.current_period_end > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
			AND p.value_type = 'integer' AND p.value GLOB '[-0-9]*' AND substr(p.value, 2) NOT GLOB '*[^0-9]*'
			AND length(p.value) - (p.value < '0') BETWEEN 1 AND 16
			AND CAST(p.value AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991),
		(SELECT c.value FROM config_entries c WHERE c.key = d.key
			AND c.value GLOB '[-0-9]*' AND substr(c.value, 2) NOT GLOB '*[^0-9]*'
			AND length(c.value) - (c.value < '0') BETWEEN 1 AND 16
			AND CAST(c.value AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991), d.bytes) AS INTEGER)), 0) AS bytes
	FROM (SELECT id AS owner FROM orgs UNION ALL SELECT 'platform') o
	CROSS JOIN (SELECT 'limit.undo_bytes' AS key, '50000000' AS bytes UNION ALL SELECT 'limit.revision_bytes', '20000000'
		UNION ALL SELECT 'limit.audit_rows_per_day', '5000' UNION ALL SELECT 'limit.trials_per_day', '500') d;
