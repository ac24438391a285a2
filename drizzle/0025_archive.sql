CREATE TABLE `ledger_folds` (
	`org_id` text NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`day` text NOT NULL,
	PRIMARY KEY(`org_id`, `first_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `archived_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`archive_number` integer NOT NULL,
	`status` text NOT NULL,
	`credits_used` integer NOT NULL,
	`shortfall` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `archived_usage` (
	`day` text NOT NULL,
	`archive_number` integer NOT NULL,
	`org_id` text NOT NULL,
	`model` text NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost_microusd` integer NOT NULL,
	`run_count` integer NOT NULL,
	PRIMARY KEY(`day`, `archive_number`, `model`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `run_archives` (
	`number` integer PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`day` text NOT NULL,
	`key` text NOT NULL,
	`sha256` text NOT NULL,
	`byte_count` integer NOT NULL,
	`run_count` integer NOT NULL,
	`oldest_at` text NOT NULL,
	`oldest_id` text NOT NULL,
	`newest_at` text NOT NULL,
	`newest_id` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `run_archives_key_unique` ON `run_archives` (`key`);--> statement-breakpoint
CREATE INDEX `run_archives_newest` ON `run_archives` (`newest_at`,`newest_id`);--> statement-breakpoint
CREATE INDEX `run_archives_org` ON `run_archives` (`org_id`,`newest_at`,`newest_id`);--> statement-breakpoint
ALTER TABLE `credit_accounts` ADD `folded_through` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ledger_entries` ADD `folded_count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
DROP TRIGGER IF EXISTS `ledger_entries_keep`;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_keep` BEFORE UPDATE ON `ledger_entries`
WHEN NOT EXISTS (SELECT 1 FROM ledger_folds f WHERE f.org_id = old.org_id AND old.seq = f.last_seq) BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;--> statement-breakpoint
DROP TRIGGER IF EXISTS `ledger_entries_hold`;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_hold` BEFORE DELETE ON `ledger_entries`
WHEN NOT EXISTS (SELECT 1 FROM ledger_folds f WHERE f.org_id = old.org_id AND old.seq >= f.first_seq AND old.seq < f.last_seq) BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE TRIGGER `runs_stay_archived` BEFORE INSERT ON `runs` WHEN EXISTS (SELECT 1 FROM archived_runs a WHERE a.run_id = new.run_id) BEGIN
	SELECT RAISE(IGNORE);
END;
