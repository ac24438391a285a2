-- Every org has an account from the start. The database opens it, because the seed and every slice that creates orgs rely
-- on it.
CREATE TRIGGER `credit_accounts_open` AFTER INSERT ON `orgs` BEGIN
	INSERT INTO credit_accounts (org_id) VALUES (new.id);
END;

-- A ledger entry moves the balance of its account. It must follow the entry before it, with the next number and a balance that
-- adds up. A grant for a month before the last granted one is refused too, and so is one that takes credits away. The account keeps
-- the sum of the month's grants. So a balance is always the sum of its entries, whichever code writes them.
CREATE TRIGGER `ledger_entries_post` AFTER INSERT ON `ledger_entries` BEGIN
	UPDATE credit_accounts
	SET balance = new.balance_after, entry_count = new.seq, granted_month = iif(new.type = 'monthly_grant', new.reference_id, granted_month),
	granted_amount = iif(new.type <> 'monthly_grant', granted_amount, iif(granted_month IS NOT new.reference_id, new.amount,
		coalesce(granted_amount + new.amount, (SELECT sum(l.amount) FROM ledger_entries l WHERE l.org_id = new.org_id
			AND l.reference_type = 'month' AND l.reference_id = new.reference_id AND l.type <> 'consumption'))))
	WHERE org_id = new.org_id AND entry_count = new.seq - 1 AND balance + new.amount = new.balance_after
	AND (new.type <> 'monthly_grant' OR coalesce(granted_month, '') <= new.reference_id AND new.amount > 0);
	SELECT RAISE(ABORT, 'the ledger entry does not follow its account') WHERE changes() = 0;
END;

-- The ledger is append-only: to correct a balance, you add an entry. Only compaction may change entries, while its row exists.
CREATE TRIGGER `ledger_entries_keep` BEFORE UPDATE ON `ledger_entries`
WHEN NOT EXISTS (SELECT 1 FROM ledger_folds f WHERE f.org_id = old.org_id AND old.seq = f.last_seq) BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER `ledger_entries_hold` BEFORE DELETE ON `ledger_entries`
WHEN NOT EXISTS (SELECT 1 FROM ledger_folds f WHERE f.org_id = old.org_id AND old.seq >= f.first_seq AND old.seq < f.last_seq) BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;

-- Compacts consumption of one day into its last entry. The database adds it up, and refuses a range with any other entry. The
-- last entry keeps its number and its balance, so the entry after it still follows.
CREATE TRIGGER `ledger_folds_fold` AFTER INSERT ON `ledger_folds` BEGIN
	SELECT RAISE(ABORT, 'only consumption of one day can be folded') WHERE EXISTS (
		SELECT 1 FROM ledger_entries l WHERE l.org_id = new.org_id AND l.seq BETWEEN new.first_seq AND new.last_seq
		AND (l.type <> 'consumption' OR substr(l.created_at, 1, 10) <> new.day)
	) OR NOT EXISTS (SELECT 1 FROM ledger_entries l WHERE l.org_id = new.org_id AND l.seq = new.last_seq);
	UPDATE ledger_entries SET (amount, folded_count) = (
		SELECT sum(l.amount), sum(l.folded_count) FROM ledger_entries l
		WHERE l.org_id = new.org_id AND l.seq BETWEEN new.first_seq AND new.last_seq
	), reference_type = 'day', reference_id = new.day, note = NULL, actor_user_id = NULL, trace_id = NULL
	WHERE org_id = new.org_id AND seq = new.last_seq;
	DELETE FROM ledger_entries WHERE org_id = new.org_id AND seq >= new.first_seq AND seq < new.last_seq;
	DELETE FROM ledger_folds WHERE org_id = new.org_id AND first_seq = new.first_seq;
END;

-- What the batch of a grant moves, to be compared with what was shown.
CREATE TRIGGER `ledger_entries_count` AFTER INSERT ON `ledger_entries` WHEN EXISTS (SELECT 1 FROM counted_credits) BEGIN
	UPDATE counted_credits SET count = count + 1, amount = amount + new.amount;
END;
