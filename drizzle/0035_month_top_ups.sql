ALTER TABLE `credit_accounts` ADD `granted_amount` integer;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `ledger_entries_post`;
--> statement-breakpoint
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