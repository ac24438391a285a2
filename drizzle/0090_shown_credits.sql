CREATE TABLE `counted_credits` (
	`count` integer NOT NULL,
	`amount` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `ledger_entries_count` AFTER INSERT ON `ledger_entries` WHEN EXISTS (SELECT 1 FROM counted_credits) BEGIN
	UPDATE counted_credits SET count = count + 1, amount = amount + new.amount;
END;--> statement-breakpoint
CREATE TRIGGER `requests_service_suspended` AFTER UPDATE OF `is_active` ON `service_accounts` WHEN old.is_active AND NOT new.is_active BEGIN
	UPDATE requests SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
	WHERE owner IN (new.org_id, 'platform') AND kind = 'change' AND decided_at IS NULL AND org_id = new.org_id
		AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AND asked_by_kind = 'service_account' AND asked_by_id = new.id;
END;
