-- Each org has an account from its first moment. The seed and every slice that makes orgs rely on it, so the database
-- opens the account.
CREATE TRIGGER `credit_accounts_open` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO credit_accounts (org_id) VALUES (new.id);
END;

-- A ledger entry moves the balance of its account. It must follow the entry before it: the next number, and a balance that
-- adds up. A grant of a month that was granted already is refused as well. So a balance is always the sum of its entries,
-- whichever code writes them.
CREATE TRIGGER `ledger_entries_post` AFTER INSERT ON `ledger_entries` BEGIN
	UPDATE credit_accounts
	SET balance = new.balance_after, entry_count = new.seq, granted_month = iif(new.type = 'monthly_grant', new.reference_id, granted_month)
	WHERE org_id = new.org_id AND entry_count = new.seq - 1 AND balance + new.amount = new.balance_after
	AND (new.type <> 'monthly_grant' OR coalesce(granted_month, '') < new.reference_id);
	SELECT RAISE(ABORT, 'the ledger entry does not follow its account') WHERE changes() = 0;
END;

-- The ledger is append-only: nobody corrects an entry, a new entry corrects the balance.
CREATE TRIGGER `ledger_entries_keep` BEFORE UPDATE ON `ledger_entries` BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER `ledger_entries_hold` BEFORE DELETE ON `ledger_entries` BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
