-- Keeps `oidc_connections.people_count`. The limit on an org's people would read thousands of rows for each new one. Nothing moves a row
-- to another connection.
CREATE TRIGGER `scim_users_count_insert` AFTER INSERT ON `scim_users` BEGIN
	UPDATE oidc_connections SET people_count = people_count + 1 WHERE id = new.connection_id;
END;

CREATE TRIGGER `scim_users_count_delete` AFTER DELETE ON `scim_users` BEGIN
	UPDATE oidc_connections SET people_count = people_count - 1 WHERE id = old.connection_id;
END;
