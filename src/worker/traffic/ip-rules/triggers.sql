-- `orgs.ip_rules` holds an org's rules as one JSON text, an array of [type, cidr], or NULL if it has none. The middleware applies
-- this text to every request, and every read of a principal includes it. The database maintains it: whatever writes a rule also
-- changes the text, in the same transaction.

CREATE TRIGGER `ip_rules_compile_insert` AFTER INSERT ON `ip_rules` BEGIN
	UPDATE orgs SET ip_rules = (SELECT json_group_array(json_array(r.type, r.cidr)) FROM ip_rules r WHERE r.org_id = new.org_id) WHERE id = new.org_id;
END;

CREATE TRIGGER `ip_rules_compile_delete` AFTER DELETE ON `ip_rules` BEGIN
	UPDATE orgs SET ip_rules = (SELECT nullif(json_group_array(json_array(r.type, r.cidr)), '[]') FROM ip_rules r WHERE r.org_id = old.org_id) WHERE id = old.org_id;
END;
