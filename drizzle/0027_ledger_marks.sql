CREATE TABLE `ledger_marks` (
	`org_id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`ledger_sum` integer NOT NULL
) WITHOUT ROWID;
