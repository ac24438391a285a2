-- Search: three characters anywhere, by trigrams. Each value is indexed behind two marks (U+0001), so that one and two
-- characters are found at its beginning, and a value that has a third mark behind it can be found as a whole.
DROP TRIGGER `orgs_search_insert`;--> statement-breakpoint
DROP TRIGGER `orgs_search_update`;--> statement-breakpoint
DROP TRIGGER `orgs_search_delete`;--> statement-breakpoint
INSERT INTO orgs_search (orgs_search) VALUES ('delete-all');--> statement-breakpoint
INSERT INTO orgs_search (rowid, name) SELECT seq, char(1, 1) || name FROM orgs;--> statement-breakpoint
CREATE TRIGGER `orgs_search_insert` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO orgs_search (rowid, name) VALUES (new.seq, char(1, 1) || new.name);
END;--> statement-breakpoint
CREATE TRIGGER `orgs_search_update` AFTER UPDATE OF name ON `orgs` BEGIN
	INSERT INTO orgs_search (orgs_search, rowid, name) VALUES ('delete', old.seq, char(1, 1) || old.name);
	INSERT INTO orgs_search (rowid, name) VALUES (new.seq, char(1, 1) || new.name);
END;--> statement-breakpoint
CREATE VIRTUAL TABLE `users_search` USING fts5(login, username, email, status, content='', contentless_delete=1, tokenize='trigram');--> statement-breakpoint
INSERT INTO users_search (rowid, login, username, email, status)
	SELECT seq, char(1, 1) || login, char(1, 1) || username, char(1, 1) || email, char(1, 1) || status || char(1) FROM users WHERE status <> 'deleted';--> statement-breakpoint
CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` WHEN new.status <> 'deleted' BEGIN
	INSERT INTO users_search (rowid, login, username, email, status)
	VALUES (new.seq, char(1, 1) || new.login, char(1, 1) || new.username, char(1, 1) || new.email, char(1, 1) || new.status || char(1));
END;--> statement-breakpoint
CREATE TRIGGER `users_search_update` AFTER UPDATE OF login, username, email, status ON `users` BEGIN
	DELETE FROM users_search WHERE rowid = old.seq;
	INSERT INTO users_search (rowid, login, username, email, status)
	SELECT new.seq, char(1, 1) || new.login, char(1, 1) || new.username, char(1, 1) || new.email, char(1, 1) || new.status || char(1)
	WHERE new.status <> 'deleted';
END;--> statement-breakpoint
CREATE VIRTUAL TABLE `invite_codes_search` USING fts5(code, login, email, content='', contentless_delete=1, tokenize='trigram');--> statement-breakpoint
CREATE TRIGGER `invite_codes_search_insert` AFTER INSERT ON `invite_codes` BEGIN
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT new.seq, char(1, 1) || new.code, char(1, 1) || login, char(1, 1) || email FROM users WHERE id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `invite_codes_search_update` AFTER UPDATE OF login, email ON `users` BEGIN
	DELETE FROM invite_codes_search WHERE rowid IN (SELECT seq FROM invite_codes WHERE user_id = new.id);
	INSERT INTO invite_codes_search (rowid, code, login, email)
	SELECT seq, char(1, 1) || code, char(1, 1) || new.login, char(1, 1) || new.email FROM invite_codes WHERE user_id = new.id;
END;--> statement-breakpoint
CREATE VIRTUAL TABLE `redemption_codes_search` USING fts5(code, batch_id, type, content='', contentless_delete=1, tokenize='trigram');--> statement-breakpoint
CREATE TRIGGER `redemption_codes_search_insert` AFTER INSERT ON `redemption_codes` BEGIN
	INSERT INTO redemption_codes_search (rowid, code, batch_id, type)
	VALUES (new.seq, char(1, 1) || new.code, char(1, 1) || new.batch_id, char(1, 1) || new.type || char(1));
END;--> statement-breakpoint

-- Accounts: each org has one from its first moment.
INSERT INTO credit_accounts (org_id) SELECT id FROM orgs;--> statement-breakpoint
CREATE TRIGGER `credit_accounts_open` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO credit_accounts (org_id) VALUES (new.id);
END;--> statement-breakpoint

-- The ledger is append-only, and an entry that does not follow the last one of its account is refused, as is a second grant of
-- a month. So a balance is always the sum of its entries.
CREATE TRIGGER `ledger_entries_post` AFTER INSERT ON `ledger_entries` BEGIN
	UPDATE credit_accounts
	SET balance = new.balance_after, entry_count = new.seq, granted_month = iif(new.type = 'monthly_grant', new.reference_id, granted_month)
	WHERE org_id = new.org_id AND entry_count = new.seq - 1 AND balance + new.amount = new.balance_after
	AND (new.type <> 'monthly_grant' OR coalesce(granted_month, '') < new.reference_id);
	SELECT RAISE(ABORT, 'the ledger entry does not follow its account') WHERE changes() = 0;
END;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_keep` BEFORE UPDATE ON `ledger_entries` BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_hold` BEFORE DELETE ON `ledger_entries` BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;--> statement-breakpoint

-- Counters: every way to change a row passes here, so the numbers of the dashboard are exact.
INSERT INTO counters (name, day, value) SELECT 'users', '', count(*) FROM users WHERE status <> 'deleted';--> statement-breakpoint
INSERT INTO counters (name, day, value)
	SELECT 'users_last_login', substr(last_login_at, 1, 10), count(*) FROM users WHERE status <> 'deleted' AND last_login_at IS NOT NULL GROUP BY 2;--> statement-breakpoint
CREATE TRIGGER `users_count_insert` AFTER INSERT ON `users` WHEN new.status <> 'deleted' BEGIN
	INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT DO UPDATE SET value = value + 1;
	INSERT INTO counters (name, day, value) SELECT 'users_last_login', substr(new.last_login_at, 1, 10), 1 WHERE new.last_login_at IS NOT NULL
	ON CONFLICT DO UPDATE SET value = value + 1;
END;--> statement-breakpoint
CREATE TRIGGER `users_count_login` AFTER UPDATE OF status, last_login_at ON `users`
WHEN old.status <> new.status OR substr(old.last_login_at, 1, 10) IS NOT substr(new.last_login_at, 1, 10) BEGIN
	UPDATE counters SET value = value + (new.status <> 'deleted') - (old.status <> 'deleted') WHERE name = 'users' AND day = '';
	UPDATE counters SET value = value - 1
	WHERE name = 'users_last_login' AND day = substr(old.last_login_at, 1, 10) AND old.status <> 'deleted';
	INSERT INTO counters (name, day, value) SELECT 'users_last_login', substr(new.last_login_at, 1, 10), 1
	WHERE new.last_login_at IS NOT NULL AND new.status <> 'deleted' ON CONFLICT DO UPDATE SET value = value + 1;
END;--> statement-breakpoint
CREATE TRIGGER `runs_count_insert` AFTER INSERT ON `runs` BEGIN
	INSERT INTO counters (name, day, value) VALUES ('runs', '', 1), ('runs', substr(new.created_at, 1, 10), 1)
	ON CONFLICT DO UPDATE SET value = value + 1;
	UPDATE orgs SET last_run_on = substr(new.created_at, 1, 10)
	WHERE id = new.org_id AND coalesce(last_run_on, '') < substr(new.created_at, 1, 10);
END;--> statement-breakpoint
CREATE TRIGGER `orgs_count_run` AFTER UPDATE OF last_run_on ON `orgs` WHEN old.last_run_on IS NOT new.last_run_on BEGIN
	UPDATE counters SET value = value - 1 WHERE name = 'orgs_last_run' AND day = old.last_run_on;
	INSERT INTO counters (name, day, value) VALUES ('orgs_last_run', new.last_run_on, 1) ON CONFLICT DO UPDATE SET value = value + 1;
END;
