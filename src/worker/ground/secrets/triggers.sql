-- When a secret is replaced or deleted, it stays here sealed for 30 days, and a revert can restore it. The database does this, so
-- no slice can forget it. A re-sealed secret keeps its id and is the same secret.
CREATE TRIGGER `secrets_keep_replaced` AFTER UPDATE OF secret_id ON `secrets` WHEN old.secret_id IS NOT NULL AND old.secret_id IS NOT new.secret_id BEGIN
	INSERT OR REPLACE INTO replaced_secrets (id, table_name, row_id, column_name, key_id, sealed, created_at, replaced_at)
	VALUES (old.secret_id, old.table_name, old.row_id, old.column_name, old.key_id, old.sealed, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER `secrets_keep_deleted` AFTER DELETE ON `secrets` WHEN old.secret_id IS NOT NULL BEGIN
	INSERT OR REPLACE INTO replaced_secrets (id, table_name, row_id, column_name, key_id, sealed, created_at, replaced_at)
	VALUES (old.secret_id, old.table_name, old.row_id, old.column_name, old.key_id, old.sealed, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
